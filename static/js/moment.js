// The day again: the slider says the time while it is dragged, arrow keys step from event to event, with Shift from coup
// to coup.
(() => {
  const zone = () => document.querySelector("[data-clock]")?.dataset.clock || undefined;

  document.addEventListener("input", (event) => {
    if (event.target.id !== "moment-at") return;
    const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: zone() });
    document.getElementById("moment-time").textContent = time.format(new Date(event.target.value * 1000));
  });

  // The address is that of the moment on the page, so that it can be sent. Steps are no pages of their own: the way back
  // leads to where the day was opened.
  document.addEventListener("htmx:after:swap", () => {
    const link = document.getElementById("moment-link");
    if (link) window.history.replaceState(null, "", link.href);
  });

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = { ArrowLeft: "before", ArrowRight: "after" }[event.key];
    if (way) document.getElementById(`${event.shiftKey ? "coup" : "event"}-${way}`)?.click();
  });
})();
