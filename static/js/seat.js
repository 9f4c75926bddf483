// A seat of a live table: what removes a chip, and what the end of the round shuts. The house decides both anew.
(() => {
  const LONG_PRESS_MS = 500;
  const MOVED = 10; // CSS pixels: a finger that wanders means to scroll
  const zoneOf = (event) => event.target.closest?.(".places [data-code]");

  function take(zone) {
    const form = document.getElementById("take");
    const chip = document.querySelector("#hand [name=chip]:checked");
    if (!form || !chip) return;
    document.getElementById("taken-from").value = zone.dataset.code;
    document.getElementById("taken-chip").value = chip.value;
    form.requestSubmit();
  }

  document.addEventListener("contextmenu", (event) => {
    const zone = zoneOf(event);
    if (!zone) return;
    event.preventDefault();
    // Some browsers say so of a long press too: it has been answered below.
    if (pressed.pointer !== "touch") take(zone);
  });

  document.addEventListener("keydown", (event) => {
    const zone = zoneOf(event);
    if (!zone || (event.key !== "Delete" && event.key !== "Backspace")) return;
    event.preventDefault();
    take(zone);
  });

  // ---- a long press takes a chip back, and is no tap as well

  const pressed = { timer: 0, pointer: "mouse", x: 0, y: 0, long: false };
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(pressed.timer);
    Object.assign(pressed, { pointer: event.pointerType, x: event.clientX, y: event.clientY, long: false });
    const zone = zoneOf(event);
    if (!zone || event.pointerType === "mouse") return;
    pressed.timer = setTimeout(() => { pressed.long = true; take(zone); }, LONG_PRESS_MS);
  }, true);
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > MOVED) clearTimeout(pressed.timer);
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => clearTimeout(pressed.timer), true);
  }
  document.addEventListener("click", (event) => {
    if (!pressed.long || !zoneOf(event)) return;
    pressed.long = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // ---- the round ends by the server's clock: the message is there at that moment, not at the next poke

  function watch() {
    const round = document.getElementById("round");
    if (!round?.dataset.closes || !window.houseClock) return;
    const over = window.houseClock.now() > Date.parse(round.dataset.closes);
    round.classList.toggle("is-over", over);
    if (!over) return;
    for (const button of document.querySelectorAll("[data-in-time]")) button.disabled = true;
  }
  setInterval(watch, 200);
  document.addEventListener("htmx:after:swap", watch);

  // ---- the wheel turns while the ball runs, and comes to rest with the number at the top. The server draws it at rest,
  // so the page needs neither motion nor this script.

  const TURN_MS = 5000; // a turn of the wheel while the ball runs
  const LAP_MS = 1500; // and one of the ball
  const REST_MS = 3500;
  const ON_THE_RIM = -102; // radii as the drawing has them
  const IN_THE_POCKET = -72;
  const RESTS = "cubic-bezier(.2, .6, .3, 1)";
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let last = null; // the state of the wheel at the last drawing

  function angleOf(part) {
    const { a, b } = new DOMMatrixReadOnly(getComputedStyle(part).transform);
    return (Math.atan2(b, a) * 180) / Math.PI;
  }

  const lap = (part, from, way, ms, radius) => part.animate(
    [from, from + way * 360].map((angle) => ({ transform: `rotate(${angle}deg) translate(0px, ${radius}px)` })),
    { duration: ms, iterations: Infinity },
  );

  // From one angle to another the same way round, with so many whole turns before.
  const onTo = (from, to, way, turns) => from + way * (360 * turns + (((way * (to - from)) % 360) + 360) % 360);

  function stop(...parts) {
    for (const part of parts) for (const each of part.getAnimations()) each.cancel();
  }

  function spin(rotor, ball, way) {
    const [from, at] = [angleOf(rotor), angleOf(ball)];
    stop(rotor, ball);
    lap(rotor, from, way, TURN_MS, 0);
    lap(ball, at, -way, LAP_MS, ON_THE_RIM);
  }

  function rest(rotor, ball, way, turned) {
    const [from, at] = [angleOf(rotor), angleOf(ball)];
    stop(rotor, ball);
    const timing = { duration: REST_MS, easing: RESTS };
    rotor.animate([from, onTo(from, turned, way, 1)].map((angle) => ({ transform: `rotate(${angle}deg)` })), timing);
    const end = onTo(at, 0, -way, 2);
    ball.animate([
      { transform: `rotate(${at}deg) translate(0px, ${ON_THE_RIM}px)` },
      { transform: `rotate(${at + (end - at) * 0.8}deg) translate(0px, ${ON_THE_RIM}px)`, offset: 0.8 },
      { transform: `rotate(${end}deg) translate(0px, ${IN_THE_POCKET}px)` },
    ], timing);
    for (const id of ["wheel-mark", "wheel-number"]) {
      document.getElementById(id).animate([{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], timing);
    }
  }

  function turn() {
    const wheel = document.getElementById("wheel");
    if (!wheel) return;
    const [rotor, ball] = [document.getElementById("rotor"), document.getElementById("ball")];
    const { runs, fell, turned } = wheel.dataset;
    const way = wheel.dataset.way === "clockwise" ? 1 : -1;
    const before = last;
    last = { runs, fell };
    if (still.matches) stop(rotor, ball);
    else if (runs === "true" && before?.runs !== "true") spin(rotor, ball, way);
    else if (runs !== "true" && before && (before.runs === "true" || before.fell !== fell)) rest(rotor, ball, way, Number(turned));
  }
  document.addEventListener("DOMContentLoaded", turn);
  document.addEventListener("htmx:after:swap", turn);
  still.addEventListener("change", () => { last = null; turn(); });
})();
