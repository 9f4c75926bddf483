// What the live stream means to a page: it is live, or it is stale since hh:mm; and what a morph leaves alone.
(() => {
  const SILENT_MS = 15000; // the server pulses every 5 s
  let heard = Date.now();
  let stale = false;
  let alarm = ""; // what the server says of itself with each pulse

  const state = () => document.getElementById("line-state");

  function say(text, isStale) {
    const place = state();
    if (!place || place.textContent === text) return;
    place.textContent = text;
    place.classList.toggle("is-stale", isStale);
  }

  function hear() {
    heard = Date.now();
    if (!stale) return say(alarm, Boolean(alarm));
    stale = false;
    say(alarm, Boolean(alarm));
    document.getElementById("live")?.dispatchEvent(new CustomEvent("poke", { bubbles: true }));
  }

  function lose() {
    if (stale || document.hidden) return;
    stale = true;
    const clock = document.querySelector("[data-clock]");
    const since = new Intl.DateTimeFormat("en-GB", {
      hour: "2-digit", minute: "2-digit", timeZone: clock?.dataset.clock || undefined,
    }).format(window.houseClock.now());
    const { stale: alone, alarmStale } = document.body.dataset;
    say(alarm ? alarmStale.replace("{alarm}", alarm) : alone.replace("{time}", since), true);
  }

  document.addEventListener("pulse", (event) => {
    const [time, ...words] = event.detail.data.split(" ");
    window.houseClock.setTime(time);
    alarm = words.join(" ");
    hear();
  });
  document.addEventListener("poke", hear);
  document.addEventListener("htmx:sse:error", lose);
  // The browser leaves the page: its streams break too, and nobody needs to be told.
  document.addEventListener("htmx:sse:before:connection", (event) => {
    if (event.detail.connection.attempt > 0 && !document.hidden) lose();
  });
  setInterval(() => {
    if (Date.now() - heard > SILENT_MS && document.getElementById("live")) lose();
  }, 1000);
  // A stream that never came about is not tried again by itself; one that stands takes no notice of this.
  setInterval(() => {
    if (stale && !document.hidden) document.getElementById("live")?.dispatchEvent(new CustomEvent("reconnect"));
  }, 3000);
  document.addEventListener("visibilitychange", () => { heard = Date.now(); });

  // A live update asks nothing, so it must not wipe away what was answered to somebody who did ask.
  // Nor may it change under somebody's hands what stands in the fields of an open panel.
  // Whoever asks again is past what was answered before, wherever on the page that stands.
  let asked = false;
  htmx.registerExtension("answers-stay", {
    htmx_before_morph_node: (element, { oldNode, newNode }) =>
      !(oldNode.dataset?.answer !== undefined && newNode.dataset?.answer === "unasked" && !asked)
      && !newNode.dataset?.standsIn
      && !oldNode.matches?.(".panel:popover-open select"),
    htmx_before_morph_attr: (element, { attrName }) => !(attrName === "open" && element.tagName === "DETAILS")
      && !(attrName === "value" && element.matches(".panel:popover-open input:not([type=hidden])")),
  });

  // A panel that the new page no longer has stays while it is open, until the house is asked or it is closed.
  function keepOpenPanels(next) {
    for (const panel of document.querySelectorAll("#page .panel:popover-open")) {
      if (!panel.id || next.querySelector(`#${CSS.escape(panel.id)}`)) continue;
      const standIn = document.createElement(panel.tagName);
      standIn.id = panel.id;
      standIn.dataset.standsIn = "yes";
      (next.querySelector(".aside") ?? next).append(standIn);
    }
  }

  // Neither a PIN nor what was refused waits in a closed panel for whoever opens it next.
  document.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    for (const pin of event.target.querySelectorAll("input[type=password]")) pin.value = "";
    for (const answer of event.target.querySelectorAll("[data-answer]")) answer.replaceChildren();
  }, true);

  // ---- an older page never overwrites a newer one; another gaming day is another page

  document.addEventListener("htmx:before:swap", (event) => {
    const task = event.detail.tasks.find((each) => each.type === "main");
    const next = task?.fragment.querySelector?.("#page");
    const shown = document.getElementById("page");
    asked = event.detail.ctx.sourceElement.matches("form");
    if (!next || !shown?.dataset.version) return;
    if (next.dataset.day !== shown.dataset.day) { event.preventDefault(); location.reload(); return; }
    if (Number(next.dataset.version) < Number(shown.dataset.version)) { event.preventDefault(); return; }
    if (event.detail.ctx.sourceElement.id === "page") keepOpenPanels(next);
  });

  document.addEventListener("click", (event) => {
    const close = event.target.closest("[data-dismiss]");
    if (close) close.closest("[data-answer]").replaceChildren();
  });
})();
