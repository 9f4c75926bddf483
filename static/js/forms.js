// What every form of a table's page has in common: a key for what it asks, and words where the house does not answer.
(() => {
  // ---- every form: one key for each thing that is asked, kept until the house has answered, so that what is sent
  // again after a broken line is recorded once

  const waiting = new Map();
  const same = (body) => new URLSearchParams(body).toString();

  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.request.method !== "POST") return;
    const asked = `${ctx.request.action}?${same(ctx.request.body)}`;
    const key = waiting.get(asked) ?? [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0")).join("");
    // A touch of the cloth has no button: it alone means another chip each time.
    if (ctx.sourceElement.id !== "hand" || ctx.request.submitter) waiting.set(asked, key);
    ctx.asked = asked;
    // The answer may have made the panel's page again without the form: it closes all the same.
    ctx.panel = ctx.sourceElement.closest?.("[popover]");
    ctx.request.body.set("key", key);
  });

  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (!ctx.asked) return;
    if (ctx.response.status < 500) waiting.delete(ctx.asked);
    // A colleague has signed what stood there: what is changed after a refusal is signed anew.
    if (ctx.response.status === 422) {
      for (const pin of ctx.sourceElement.querySelectorAll?.("input[type=password]") ?? []) pin.value = "";
    }
    if (ctx.response.status === 200) {
      const { panel } = ctx;
      panel?.hidePopover?.();
      // What was ticked and written was for this once: the panel opens the next time as the house fills it in.
      if (panel) ctx.sourceElement.reset?.();
      if (ctx.sourceElement.matches(".repeats")) document.getElementById("bet-in-words")?.form.reset();
      for (const input of ctx.sourceElement.elements ?? []) {
        if (input.id === "bet-in-words" && !input.disabled) input.value = "";
      }
    }
  });

  // ---- no answer: say so where it was asked; what was entered is still there

  function unanswered(ctx) {
    if (!ctx?.asked) return;
    const form = ctx.sourceElement;
    const near = form.querySelector?.("[data-answer]")
      ?? document.getElementById(form.id === "hand" || form.id === "undo" ? "answer-cloth" : "answer-next")
      ?? document.getElementById("rejected");
    if (!near) return;
    const box = document.createElement("div");
    box.className = "said";
    const words = document.createElement("p");
    const strong = document.createElement("b");
    strong.textContent = document.body.dataset.unanswered;
    words.append(strong, ` ${document.body.dataset.unansweredKept}`);
    box.append(words);
    near.replaceChildren(box);
  }
  document.addEventListener("htmx:error", (event) => unanswered(event.detail.ctx));
  document.addEventListener("htmx:response:error", (event) => {
    const { ctx } = event.detail;
    // A locked session is no silence: lock.js covers the page.
    if (ctx.response.status !== 422 && !ctx.response.headers?.has("Session-Locked")) unanswered(ctx);
  });
})();
