/* Passkeys: made on the profile's page, used at the door. Without a browser that knows them the page shows nothing.
   A form [data-passkey="make" | "use"] has a hidden field `credential`; "make" finds its options in #passkey-options,
   "use" asks its own address for them. */
"use strict";

(() => {
  const known = window.PublicKeyCredential;
  if (!known?.parseCreationOptionsFromJSON || !known.parseRequestOptionsFromJSON) return;

  async function make() {
    const options = JSON.parse(document.getElementById("passkey-options").textContent);
    return navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) });
  }
  async function use(form) {
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.status);
    const { request_options } = await answer.json();
    return navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(request_options.publicKey) });
  }
  const ways = { make, use };

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", async event => {
      event.preventDefault();
      try {
        const credential = await ways[form.dataset.passkey](form);
        form.elements.credential.value = JSON.stringify(credential.toJSON());
        form.submit();
      } catch (error) {
        if (error.name !== "NotAllowedError") Table.notice(Table.text("passkey"));      // whoever changed their mind knows
      }
    });
  }
})();
