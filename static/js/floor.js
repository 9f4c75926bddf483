// The floor's keys, and filters that need no button.
(() => {
  const tiles = () => [...document.querySelectorAll("#tiles [data-tile]")];
  const place = (link) => link.closest(".tile").getBoundingClientRect();
  let last = ""; // the tile that had the focus last, by its address

  function go(link) {
    if (!link) return;
    link.focus({ preventScroll: true });
    link.closest(".tile").scrollIntoView({ block: "nearest" });
  }

  // From the tile at hand; where none is, the one that was, or the first.
  function from(step) {
    const all = tiles();
    const here = all.indexOf(document.activeElement);
    if (here < 0) return go(all.find((link) => link.href === last) ?? all[0]);
    return go(all[here + step]);
  }

  // The next row in that direction, at the tile that lies most nearly above or below.
  function row(direction) {
    const all = tiles();
    if (!all.includes(document.activeElement)) return from(0);
    const here = place(document.activeElement);
    const away = all.map((link) => ({ link, at: place(link) }))
      .filter(({ at }) => (at.top - here.top) * direction > 1);
    const next = direction > 0 ? Math.min(...away.map(({ at }) => at.top)) : Math.max(...away.map(({ at }) => at.top));
    const of = away.filter(({ at }) => Math.abs(at.top - next) < 1)
      .sort((one, other) => Math.abs(one.at.left - here.left) - Math.abs(other.at.left - here.left));
    return go(of[0]?.link);
  }

  window.pageKeys({
    ArrowRight: () => from(1),
    ArrowLeft: () => from(-1),
    ArrowDown: () => row(1),
    ArrowUp: () => row(-1),
    Home: () => go(tiles()[0]),
    End: () => go(tiles().at(-1)),
    "/": () => document.getElementById("filter-find").focus(),
  });

  document.addEventListener("focusin", (event) => { if (event.target.matches("[data-tile]")) last = event.target.href; });

  // A tile that moves up, since it needs somebody, takes the focus with it.
  let moving = "";
  document.addEventListener("htmx:before:swap", () => {
    moving = document.activeElement?.matches("[data-tile]") ? document.activeElement.href : "";
  });
  document.addEventListener("htmx:after:swap", () => {
    if (moving && document.activeElement === document.body) tiles().find((link) => link.href === moving)?.focus({ preventScroll: true });
  });

  // ---- deadlines that would be cut are counted with those that the strip leaves out

  function fit() {
    const strip = document.querySelector(".deadlines:not(.is-all, .alarms)");
    const more = strip?.querySelector(".more");
    if (!more) return;
    const chips = [...strip.querySelectorAll(".deadline:has(time)")];
    const atMost = chips.length - (strip.querySelector(".unwatched") ? 0 : 1); // something is always said
    const leaveOut = (count) => {
      chips.forEach((chip, place) => { chip.hidden = place >= chips.length - count; });
      const left = Number(more.dataset.more) + count;
      more.hidden = !left;
      more.firstElementChild.textContent = strip.dataset.more.replace("{count}", left);
    };
    leaveOut(0);
    for (let count = 1; count <= atMost && strip.scrollWidth > strip.clientWidth; count++) leaveOut(count);
  }

  document.addEventListener("DOMContentLoaded", fit);
  document.addEventListener("htmx:after:swap", fit);
  window.addEventListener("resize", fit);
  document.fonts.ready.then(fit);

  // ---- what is chosen is sent at once, and nothing that is empty stands in the address

  document.addEventListener("change", (event) => {
    if (event.target.matches(".filters select")) event.target.form.requestSubmit();
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".filters")) return;
    for (const field of event.target.elements) if (field.name && !field.value) field.disabled = true;
  });
  // The browser's way back brings the page as it was left.
  window.addEventListener("pageshow", () => {
    for (const field of document.querySelectorAll(".filters :disabled")) field.disabled = false;
  });
})();
