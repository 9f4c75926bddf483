// Forms of passkeys: the browser is asked for one before the form goes out with its answer.
(() => {
  const { webauthnJSON } = window;
  const here = Boolean(window.PublicKeyCredential) && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

  if (!here) {
    for (const form of document.querySelectorAll("form[data-passkey]")) {
      form.querySelector("[data-passkeys-not-here]").hidden = false;
      form.querySelector("button[type=submit]").disabled = true;
    }
  }

  const answerOf = (form) => form.querySelector("[data-credential]");

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-passkey]");
    if (!form || answerOf(form).value) return;
    event.preventDefault();
    const failed = form.querySelector("[data-passkey-failed]");
    failed.hidden = true;
    try {
      const answer = await fetch(form.dataset.options, {
        method: "POST", headers: { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
      });
      if (answer.redirected) { location.assign(answer.url); return; }
      if (!answer.ok) throw new Error(`the options: ${answer.status}`);
      const credential = await webauthnJSON[form.dataset.passkey](await answer.json());
      answerOf(form).value = JSON.stringify(credential);
      form.submit();
    } catch (error) {
      failed.hidden = false;
      console.info(error);
    }
  });

  // Back on this page, the browser is asked anew.
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-passkey]")) answerOf(form).value = "";
  });
})();
