// The timeline of the rota: an entry is dragged, or moved by arrow keys, to another time and another row. The move is sent
// as a form; the server records it, or asks first where it would cause a warning.
(() => {
  const STEP_MS = 5 * 60 * 1000;
  const HOUR_MS = 60 * 60 * 1000;
  const SLIP_PX = 4; // a click in which the hand shakes is no drag
  const HOLD_MS = 300; // a finger that stays means the entry; one that moves at once scrolls
  const EDGE_PX = 48;

  const drawn = () => document.getElementById("drawn");
  const rows = () => [...drawn().querySelectorAll("[data-row]")];
  const entryOf = (element) => element?.closest?.("#drawn a[data-entry]");

  let move = null; // the entry that is being moved: { link, steps, row, from }
  let drag = null; // the pointer that holds it
  let focus = ""; // where the focus goes once the server has answered

  function clock(ms) {
    return new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit", minute: "2-digit", timeZone: drawn().dataset.zone,
    }).format(ms);
  }

  function take(link) {
    if (move?.link === link) return;
    undo();
    const block = link.querySelector(".block");
    const times = block.querySelector(".times");
    const from = rows().indexOf(link.closest("[data-row]"));
    move = {
      link, block, times, from, row: from, steps: 0,
      x: Number(block.getAttribute("x")), y: Number(block.getAttribute("y")), words: times.textContent,
    };
    link.classList.add("is-moving");
  }

  function begins() { return Date.parse(move.link.dataset.begins) + move.steps * STEP_MS; }

  function place(steps, row) {
    const { hourWidth, rowHeight } = drawn().dataset;
    move.steps = steps;
    move.row = Math.max(0, Math.min(rows().length - 1, row));
    move.block.setAttribute("x", move.x + steps * STEP_MS / HOUR_MS * hourWidth);
    move.block.setAttribute("y", move.y + (move.row - move.from) * rowHeight);
    const words = `${clock(begins())}–${clock(begins() + move.link.dataset.minutes * 60 * 1000)}`;
    move.times.textContent = words;
    document.getElementById("moving").textContent = `${words}, ${rows()[move.row].getAttribute("aria-label")}`;
  }

  function undo() {
    if (!move) return;
    move.block.setAttribute("x", move.x);
    move.block.setAttribute("y", move.y);
    move.times.textContent = move.words;
    move.link.classList.remove("is-moving");
    document.getElementById("moving").textContent = "";
    move = null;
  }

  const moved = () => move !== null && (move.steps !== 0 || move.row !== move.from);

  function send() {
    const form = document.getElementById("shift");
    form.elements.entry.value = move.link.dataset.entry;
    form.elements.begins.value = new Date(begins()).toISOString();
    form.elements.row.value = rows()[move.row].dataset.row;
    focus = move.link.dataset.entry;
    move.sent = true;
    form.requestSubmit();
  }

  // ---- keys

  function step(by, down) {
    const link = entryOf(document.activeElement);
    if (!link || drag || move?.sent) return false;
    take(link);
    place(move.steps + by, move.row + down);
    move.block.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  window.pageKeys({
    ArrowLeft: () => step(-1, 0),
    ArrowRight: () => step(1, 0),
    ArrowUp: () => step(0, -1),
    ArrowDown: () => step(0, 1),
    Enter: () => {
      if (!moved() || drag || move.sent) return false;
      send();
      return true;
    },
    Escape: () => {
      const leave = document.getElementById("leave");
      if (move && !move.sent) { drag = null; undo(); return true; }
      if (leave) { leave.click(); return true; }
      return false;
    },
  });
  document.addEventListener("focusout", (event) => {
    if (move && !move.sent && !drag && entryOf(event.target) === move.link) undo();
  });

  // ---- mouse, pen and finger

  function hold() {
    take(drag.link);
    drag.holds = true;
  }

  document.addEventListener("pointerdown", (event) => {
    const link = entryOf(event.target);
    if (!link || event.button !== 0 || !event.isPrimary || move?.sent) return;
    const at = drawn().getBoundingClientRect();
    drag = { link, id: event.pointerId, x: event.clientX - at.left, y: event.clientY - at.top, holds: false };
    if (event.pointerType === "touch") { drag.timer = setTimeout(hold, HOLD_MS); drag.touch = true; }
  });

  document.addEventListener("pointermove", (event) => {
    if (drag?.id !== event.pointerId) return;
    const at = drawn().getBoundingClientRect();
    const x = event.clientX - at.left - drag.x;
    const y = event.clientY - at.top - drag.y;
    if (!drag.holds) {
      if (drag.touch || Math.hypot(x, y) < SLIP_PX) return;
      hold();
    }
    const { hourWidth, rowHeight } = drawn().dataset;
    place(Math.round(x / hourWidth * HOUR_MS / STEP_MS), move.from + Math.round(y / rowHeight));
    const scroll = drawn().parentElement;
    const edges = scroll.getBoundingClientRect();
    if (event.clientX > edges.right - EDGE_PX) scroll.scrollLeft += EDGE_PX / 4;
    if (event.clientX < edges.left + EDGE_PX) scroll.scrollLeft -= EDGE_PX / 4;
  });

  function drop(event, sends) {
    if (drag?.id !== event.pointerId) return;
    clearTimeout(drag.timer);
    const { holds } = drag;
    drag = null;
    if (!holds || !move) return;
    dragged = true;
    setTimeout(() => { dragged = false; });
    if (sends && moved()) send(); else undo();
  }
  let dragged = false; // the click that ends a drag opens nothing
  document.addEventListener("pointerup", (event) => drop(event, true));
  document.addEventListener("pointercancel", (event) => drop(event, false));
  document.addEventListener("click", (event) => {
    if (dragged && entryOf(event.target)) event.preventDefault();
  }, true);
  document.addEventListener("dragstart", (event) => { if (entryOf(event.target)) event.preventDefault(); });
  document.addEventListener("touchmove", (event) => { if (drag?.holds) event.preventDefault(); }, { passive: false });
  document.addEventListener("contextmenu", (event) => { if (drag?.touch) event.preventDefault(); });

  // ---- the answer

  // While somebody moves an entry or is asked, the page does not change under their hands.
  const busy = () => move || drag || document.getElementById("question");
  document.addEventListener("htmx:before:swap", (event) => {
    if (event.detail.ctx.sourceElement.id !== "shown") return;
    if (busy()) event.preventDefault(); else focus = entryOf(document.activeElement)?.dataset.entry ?? "";
  });
  document.addEventListener("htmx:before:request", (event) => {
    const { sourceElement } = event.detail.ctx;
    if (sourceElement.id === "shown" && busy()) event.preventDefault();
    if (sourceElement.id === "confirm") focus = document.getElementById("leave").dataset.entry;
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!focus) return;
    const entry = document.querySelector(`#drawn a[data-entry="${CSS.escape(focus)}"]`);
    move?.link.classList.remove("is-moving");
    move = null;
    focus = "";
    document.getElementById("moving").textContent = "";
    (document.getElementById("question") ?? entry)?.focus({ preventScroll: true });
    document.getElementById("question")?.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("htmx:finally:request", () => { if (move?.sent) { focus = ""; undo(); } });
})();
