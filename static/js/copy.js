/* Copies a link that is to be handed on: loaded where there is one. The markup is described in docs/frontend.md. */
"use strict";

(() => {
  /** navigator.clipboard exists only on https, and a table in the kitchen is on plain http. */
  async function copy(from) {
    const field = document.querySelector(from.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    from.dataset.done = "";
    setTimeout(() => delete from.dataset.done, 2000);
    Table.announce(Table.text("copied"));
  }
  document.addEventListener("click", event => {
    const pressed = event.target.closest("[data-copy]");
    if (pressed) copy(pressed);
  });
})();
