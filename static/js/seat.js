// A seat of a live table: what removes a chip, and what the end of the round shuts. The house decides both anew.
(() => {
  const LONG_PRESS_MS = 500;
  const MOVED = 10; // CSS pixels: a finger that wanders means to scroll
  const zoneOf = (event) => event.target.closest?.("#places [data-code]");

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
})();
