// The cloth under a finger, a mouse or the arrow keys; and the next step.
(() => {
  const FINGER = 9; // CSS pixels around a touch that a finger may have meant as well
  const ZONE = ".places [data-code]"; // of the cloth, and of a racetrack beside it
  const hand = () => document.getElementById("hand");

  // ---- placing

  function place(zone) {
    const form = hand();
    if (!form) return;
    const { code, distance } = zone.dataset;
    if (moving) { moveTo(zone); return; }
    const bet = document.getElementById("touched");
    const touchedAt = document.getElementById("touched-at");
    const words = document.getElementById("bet-in-words");
    bet.disabled = false;
    bet.value = code;
    touchedAt.disabled = distance === undefined;
    touchedAt.value = distance ?? "";
    if (words) words.disabled = true;
    mark(zone);
    form.requestSubmit();
    bet.disabled = true;
    touchedAt.disabled = true;
    if (words) words.disabled = false;
  }

  // ---- touches of the cloth and the other commands each have a line (hx-sync); a command also waits for those of the
  // other line that were touched before it, so that a bet touched before "Rien ne va plus" is at the house before it.
  // None of them is dropped: all lines of a page with a cloth are "queue all".

  const unanswered = new Set();

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST") return;
    const answersQuestion = ctx.sourceElement.matches("#answer-cloth .repeats");
    if (!answersQuestion) sendHeld?.();
    ctx.isStep = ctx.sourceElement.id !== "hand" && !answersQuestion;
    ctx.before = answersQuestion ? [] : [...unanswered];
    ctx.answered = new Promise((resolve) => { ctx.hasAnswer = resolve; });
    ctx.questionThen = question();
    unanswered.add(ctx);
    // htmx asks by an event then, once the commands of its line before this one have their answers.
    ctx.confirm = "in the order of the touches";
  });

  document.addEventListener("htmx:confirm", async (event) => {
    const { ctx, issueRequest } = event.detail;
    if (!ctx.before) return;
    event.preventDefault();
    await Promise.all(ctx.before.map((each) => each.answered));
    if (ctx.sourceElement.id === "hand") sendUnlessAsked(ctx, issueRequest);
    else issueRequest();
  });

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    unanswered.delete(ctx);
    ctx.hasAnswer?.();
  });

  // ---- one question at a time: a touch that was on its way while the answer to another became a question waits until
  // that is answered or closed, or until anything else is touched

  let sendHeld = null;

  function question() {
    const asked = document.querySelectorAll("#answer-cloth .repeats input[type=hidden]");
    return [...asked].map((field) => `${field.name}=${field.value}`).join("&");
  }

  function sendUnlessAsked(ctx, issueRequest) {
    const standing = question();
    // A step waits for no question: what was announced aloud has been announced.
    const behind = [...unanswered].slice([...unanswered].indexOf(ctx) + 1);
    if (!standing || standing === ctx.questionThen || behind.some((each) => each.isStep)) { issueRequest(); return; }
    const watch = new MutationObserver(() => { if (question() !== standing) sendHeld?.(); });
    sendHeld = () => {
      sendHeld = null;
      watch.disconnect();
      issueRequest();
    };
    watch.observe(document.getElementById("page"), { childList: true, subtree: true });
  }

  // ---- moving: a bet is taken in hand from the list, and the next touch of the cloth says where it should lie

  let moving = "";

  function takeInHand(ref, words) {
    moving = ref;
    const told = document.getElementById("moving");
    if (!told) return;
    told.hidden = !ref;
    told.querySelector("b").textContent = words;
  }

  function moveTo(zone) {
    const form = document.getElementById("move");
    const { code, distance } = zone.dataset;
    if (form) {
      document.getElementById("moving-ref").value = moving;
      document.getElementById("moving-to").value = code;
      document.getElementById("moving-at").value = distance ?? "";
      mark(zone);
      form.requestSubmit();
    }
    takeInHand("", "");
  }

  document.addEventListener("click", (event) => {
    const taken = event.target.closest("[data-move]");
    if (taken) {
      takeInHand(taken.dataset.move, taken.dataset.moves);
      document.querySelector('#places [tabindex="0"]')?.focus({ preventScroll: true });
      document.getElementById("cloth")?.scrollIntoView({ block: "nearest" });
    } else if (event.target.closest("[data-stay]")) takeInHand("", "");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && moving) takeInHand("", "");
  });
  // The bet may be gone, or bets closed, before it was put down.
  document.addEventListener("htmx:after:swap", () => {
    if (moving && !document.querySelector(`[data-move="${CSS.escape(moving)}"]`)) takeInHand("", "");
  });

  // An announced bet may lie in pieces; a field that is touched in thirds answers where it was touched.
  function mark(touched) {
    const { code, distance } = touched.dataset;
    for (const zone of document.querySelectorAll(`.places [data-code="${CSS.escape(code)}"]`)) {
      if (zone.dataset.distance !== distance) continue;
      zone.classList.add("is-sending");
      setTimeout(() => zone.classList.remove("is-sending"), 250);
    }
  }

  const zoneAt = (x, y) => document.elementFromPoint(x, y)?.closest?.(ZONE);

  // What a touch there may mean, the likeliest first.
  function meant(x, y) {
    const votes = new Map();
    const vote = (zone, weight) => zone && votes.set(zone, (votes.get(zone) ?? 0) + weight);
    vote(zoneAt(x, y), 2);
    for (let turn = 0; turn < 8; turn += 1) {
      const angle = (turn * Math.PI) / 4;
      vote(zoneAt(x + FINGER * Math.cos(angle), y + FINGER * Math.sin(angle)), 1);
    }
    return [...votes].sort((a, b) => b[1] - a[1]);
  }

  function choose(zones, x, y) {
    const chooser = document.getElementById("chooser");
    chooser.replaceChildren(...zones.map((zone) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn";
      button.textContent = zone.dataset.name;
      button.addEventListener("click", () => { chooser.hidePopover(); place(zone); });
      return button;
    }));
    chooser.showPopover();
    const box = chooser.getBoundingClientRect();
    chooser.style.left = `${Math.max(8, Math.min(x - box.width / 2, innerWidth - box.width - 8))}px`;
    chooser.style.top = `${y + box.height + 24 < innerHeight ? y + 16 : y - box.height - 16}px`;
    chooser.querySelector("button").focus();
  }

  let pointer = "mouse";
  document.addEventListener("pointerdown", (event) => { pointer = event.pointerType; }, true);
  document.addEventListener("click", (event) => {
    const zone = event.target.closest?.(ZONE);
    if (!zone) return;
    focusOn(zone);
    if (pointer !== "touch" || event.detail === 0) { place(zone); return; }
    const found = meant(event.clientX, event.clientY);
    // Clear enough: most of the finger lies in one zone.
    if (found.length < 2 || found[0][1] >= 8) place(found[0]?.[0] ?? zone);
    else choose(found.slice(0, 4).map(([each]) => each), event.clientX, event.clientY);
  });

  // Who plays for somebody does so with the own chips: another seat in hand plays for nobody else.
  document.addEventListener("change", (event) => {
    const others = document.getElementById("on-behalf-of");
    if (others && event.target.name === "player" && event.target.form === hand()) others.value = "";
  });

  // The row of the player in hand comes into view in the list of players, without moving the page.
  document.addEventListener("change", (event) => {
    if (event.target.name !== "player" || event.target.form !== hand()) return;
    const row = document.getElementById(`player-row-${event.target.value}`);
    if (row) row.parentElement.scrollTop = row.offsetTop - row.parentElement.offsetTop;
  });

  // ---- pointing: the name of the place under the mouse or the focus

  function point(event) {
    const output = document.getElementById("pointing");
    const zone = event.target.closest?.(ZONE);
    if (output) output.textContent = zone ? zone.dataset.name : "";
  }
  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);

  // ---- keyboard: one stop for Tab on each drawing, the arrows go to the nearest place that way

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function focusOn(touched) {
    // Of a bet in several pieces the keyboard has one.
    const zone = touched.matches("[role=button]") ? touched
      : touched.closest(".places").querySelector(`[role=button][data-code="${CSS.escape(touched.dataset.code)}"]`);
    for (const other of zone.closest(".places").querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    zone.setAttribute("tabindex", "0");
  }

  function middle(zone) {
    const box = zone.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  document.addEventListener("keydown", (event) => {
    const zone = event.target.closest?.(ZONE);
    if (!zone) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      place(zone);
      return;
    }
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    const [x, y] = middle(zone);
    let best = null;
    let shortest = Infinity;
    for (const other of document.querySelectorAll(".places [role=button]")) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * way[0] + (oy - y) * way[1];
      const aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
      if (other === zone || along < 1) continue;
      const distance = along + 3 * aside;
      if (distance < shortest) { shortest = distance; best = other; }
    }
    if (best) { focusOn(best); best.focus(); }
  });

  // ---- the next step comes to lie where the last one was, and is dead for a moment: a second tap meant the last one

  const DEAD_MS = 700;
  const NEXT = "button.next, .by-hand";
  const nextStep = () => document.querySelector(NEXT);
  const titled = () => document.querySelector(".next b")?.textContent;
  let drawn = titled();
  let deadUntil = 0;

  document.addEventListener("htmx:after:swap", () => {
    if (titled() !== drawn) {
      drawn = titled();
      deadUntil = performance.now() + DEAD_MS;
      setTimeout(revive, DEAD_MS + 10);
    }
    if (performance.now() < deadUntil) nextStep()?.setAttribute("aria-disabled", "true");
  });

  function revive() {
    if (performance.now() >= deadUntil) nextStep()?.removeAttribute("aria-disabled");
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest(NEXT) || performance.now() >= deadUntil) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // ---- a button that leads to a card

  document.addEventListener("click", (event) => {
    const goto = event.target.closest("[data-goto]");
    if (!goto) return;
    const panel = document.getElementById(goto.dataset.goto);
    panel?.scrollIntoView({ block: "center" });
    (panel?.matches("button") ? panel : panel?.querySelector("input, button, select"))?.focus();
  });
})();
