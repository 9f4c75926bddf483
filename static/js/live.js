// What the live stream means to a page: it is live, or it is stale since hh:mm; and what a morph leaves alone.
(() => {
  const SILENT_MS = 8000; // the server pulses every 3 s
  const UNANSWERED_MS = 8000; // how long a page that was poked may take to fetch itself
  const AGAIN_MS = 3000;
  const MOST_PARTS = 200; // of those a page names what it has: a header has room for a few thousand characters
  const live = () => document.getElementById("live");
  const now = () => performance.now();
  let heard = now();
  let isUp = true;
  let poked = 0; // the last poke,
  let waitsSince = 0; // and the first one that no fetch has answered
  let renewedAt = -AGAIN_MS;
  let missed = false; // a poke came while nobody looked
  let stale = false;
  let alarm = ""; // what the server says of itself with each pulse
  let port = null;
  let alone = false; // no SharedWorker here

  // ---- the line (line.js): one for all pages of this browser

  function connect() {
    if (!live()) return;
    port?.postMessage({});
    port = newPort();
    port.onmessage = ({ data }) => {
      if (data.type === "lost") {
        isUp = false;
        lose();
        return live().dispatchEvent(new CustomEvent("line:lost", { bubbles: true }));
      }
      if (data.type === "poke") {
        hear();
        if (document.hidden) { missed = true; return; } // nobody looks: it is fetched when somebody does
      }
      live().dispatchEvent(new CustomEvent(data.type, { bubbles: true, detail: { data: data.data } }));
    };
    port.postMessage({ stream: live().dataset.stream, who: live().dataset.who });
  }

  function newPort() {
    if (window.SharedWorker && !alone) {
      try {
        const worker = new SharedWorker(live().dataset.line, { name: "line" });
        worker.onerror = () => { alone = true; connect(); };
        return worker.port;
      } catch { alone = true; }
    }
    const { port1, port2 } = new MessageChannel();
    window.serveLine(port2);
    return port1;
  }

  document.addEventListener("DOMContentLoaded", connect);
  window.addEventListener("pagehide", () => port?.postMessage({}));
  window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  document.addEventListener("line:end", () => { port?.postMessage({}); port = null; });

  // ---- stale: nothing is heard, or what was poked for does not come. It ends when the page has been made anew.

  function say(text, isStale) {
    const place = document.getElementById("line-state");
    document.body.classList.toggle("is-stale", stale);
    if (!place || place.textContent === text) return;
    place.textContent = text;
    place.classList.toggle("is-stale", isStale);
  }

  function hear() {
    heard = now();
    isUp = true;
    if (stale) renew();
    else say(alarm, Boolean(alarm));
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

  // A page that is covered, for its session is locked, is not made anew.
  function renew() {
    if (now() - renewedAt < AGAIN_MS || document.documentElement.classList.contains("is-covered")) return;
    renewedAt = now();
    live()?.dispatchEvent(new CustomEvent("poke", { bubbles: true }));
  }

  document.addEventListener("pulse", (event) => {
    const [time, ...words] = event.detail.data.split(" ");
    window.houseClock.setTime(time);
    alarm = words.join(" ");
    hear();
  });
  // Before the page hears of it: the fetch that answers a poke begins while the poke is told.
  document.addEventListener("poke", () => {
    poked = now();
    waitsSince ||= poked;
  }, true);
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    ctx.began = now();
    ctx.request.headers["Page-Has"] = had(ctx.sourceElement.id === "page");
  });

  // What a page has is not sent again (casino/kit/page_parts/same_parts.py). A command is answered with all panels, for the answer ends
  // what was said in them.
  const had = (asksForItself) =>
    [...document.querySelectorAll(asksForItself ? "#page [data-digest]" : "#page svg [data-digest]")]
      .slice(0, MOST_PARTS).map((part) => part.dataset.digest).join(" ");
  // Something else came meanwhile in the place of what the page had when it asked.
  const lacksPartsOf = (next) => [...next.querySelectorAll("[data-same]")]
    .some(({ id, dataset }) => document.getElementById(id)?.dataset.digest !== dataset.same);
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement?.id !== "page" || ctx.status !== "swapped" || ctx.response?.status !== 200) return;
    waitsSince = poked > ctx.began ? poked : 0;
    if (!stale || !isUp) return;
    stale = false;
    say(alarm, Boolean(alarm));
  });
  setInterval(() => {
    if (!live() || !port) return;
    if (now() - heard > SILENT_MS) isUp = false;
    if (!isUp || (waitsSince && now() - waitsSince > UNANSWERED_MS)) lose();
    if (stale && isUp) renew();
    // The worker itself may have gone.
    if (now() - heard > 4 * SILENT_MS) { heard = now(); connect(); }
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    heard = now();
    if (document.hidden || !missed) return;
    missed = false;
    live()?.dispatchEvent(new CustomEvent("poke", { bubbles: true }));
  });

  // A live update asks nothing, so it must not wipe away what was answered to somebody who did ask.
  // Nor may it change under somebody's hands what stands in the fields of an open panel.
  // Whoever asks again is past what was answered before, wherever on the page that stands. But answers may overtake
  // each other: one that was asked for earlier wipes nothing away that was asked for after it.
  let asked = false;
  let askedAt = 0; // when the newest of what was asked began whose answer is on the page
  htmx.registerExtension("answers-stay", {
    htmx_before_morph_node: (element, { oldNode, newNode }) =>
      !(oldNode.dataset?.answer !== undefined && newNode.dataset?.answer === "unasked" && !asked)
      && !newNode.dataset?.standsIn
      && newNode.dataset?.same === undefined
      && !oldNode.matches?.(".panel:popover-open select"),
    htmx_before_morph_attr: (element, { attrName }) => !(attrName === "open" && element.tagName === "DETAILS")
      && !(attrName === "value" && element.matches(".panel:popover-open input:not([type=hidden])"))
      && !(attrName === "style" && element.matches(".panel:popover-open")),
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

  // The buttons of an open panel stay where they are while its words change: a finger that is on its way meets the one
  // it was meant for, and not the page beside the panel, which would close it. What somebody asked for may move them.
  function holdOpenPanels() {
    for (const panel of document.querySelectorAll(".panel:popover-open")) {
      panel.style.cssText = "";
      const below = innerHeight - panel.getBoundingClientRect().bottom;
      panel.style.cssText = `top: auto; bottom: ${below}px; max-height: calc(100vh - ${below + 16}px)`;
    }
  }
  window.addEventListener("resize", holdOpenPanels);
  document.addEventListener("htmx:after:swap", () => { if (asked) holdOpenPanels(); });

  // Neither a PIN nor what was refused waits in a closed panel for whoever opens it next.
  document.addEventListener("toggle", (event) => {
    if (event.newState === "open") return holdOpenPanels();
    for (const pin of event.target.querySelectorAll("input[type=password]")) pin.value = "";
    for (const answer of event.target.querySelectorAll("[data-answer]")) answer.replaceChildren();
  }, true);

  // A refusal comes with the page as it was when it was refused; where that is the older one, the refusal alone is
  // taken from it.
  function takeAnswers(older) {
    for (const answer of older.querySelectorAll('[data-answer="answered"]')) {
      const place = document.getElementById(answer.id);
      if (!place) continue;
      place.replaceWith(answer);
      htmx.process(answer);
    }
    holdOpenPanels();
  }

  // ---- an older page never overwrites a newer one; another gaming day is another page

  document.addEventListener("htmx:before:swap", (event) => {
    const task = event.detail.tasks.find((each) => each.type === "main");
    const next = task?.fragment.querySelector?.("#page");
    const shown = document.getElementById("page");
    const { ctx } = event.detail;
    const isAnswer = ctx.sourceElement.matches("form");
    asked = isAnswer && ctx.began >= askedAt;
    if (asked) askedAt = ctx.began;
    if (next?.dataset.assets && shown?.dataset.assets && next.dataset.assets !== shown.dataset.assets && now() > AGAIN_MS) {
      event.preventDefault();
      location.reload(); // a screen that nobody touches takes over what is new in the page itself
      return;
    }
    if (next && lacksPartsOf(next)) {
      event.preventDefault();
      if (isAnswer) takeAnswers(next);
      live().dispatchEvent(new CustomEvent("poke", { bubbles: true }));
      return;
    }
    if (!next || !shown?.dataset.version || shown.dataset.moment) return; // a moment of the past is chosen
    if (next.dataset.day !== shown.dataset.day) { event.preventDefault(); location.reload(); return; }
    if (Number(next.dataset.version) < Number(shown.dataset.version)) {
      event.preventDefault();
      if (isAnswer) takeAnswers(next);
      return;
    }
    if (ctx.sourceElement.id === "page") keepOpenPanels(next);
  });

  // An address may name a panel of the page: a tile of the floor leads to the limits of its table.
  document.addEventListener("DOMContentLoaded", () => {
    const panel = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (panel && panel.matches("[popover]")) panel.showPopover();
  });

  document.addEventListener("click", (event) => {
    const close = event.target.closest("[data-dismiss]");
    if (close) close.closest("[data-answer]").replaceChildren();
  });
})();
