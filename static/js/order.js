/* The game masters' page alone: the order of turns, dragged (never the only way: each item has its two buttons), and the
   search among characters. The markup is described in docs/frontend.md, section 8. */
"use strict";

(() => {
  let drag = null;    // { item, list, before }: what is dragged, and what it stood before

  document.addEventListener("pointerdown", event => {
    const grip = event.target.closest("[data-order] [data-grip]");
    if (!grip || event.button) return;
    const item = grip.closest("[data-place]");
    drag = { item, list: item.parentElement, before: item.nextElementSibling, pointer: event.pointerId };
    grip.setPointerCapture(event.pointerId);
    item.classList.add("is-dragged");
    event.preventDefault();
  });

  document.addEventListener("pointermove", event => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const others = [...drag.list.querySelectorAll(":scope > [data-place]:not(.is-dragged)")];
    const next = others.find(one => event.clientY < middle(one)) ?? null;
    if (next !== drag.item.nextElementSibling) drag.list.insertBefore(drag.item, next);
  });
  function middle(one) {
    const box = one.getBoundingClientRect();
    return box.top + box.height / 2;
  }

  document.addEventListener("pointerup", event => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { item, before } = drag;
    release();
    if (item.isConnected && item.nextElementSibling !== before) put(item);
  });
  document.addEventListener("pointercancel", giveUp);
  document.addEventListener("keydown", event => event.key === "Escape" && giveUp());

  function giveUp() {
    if (drag?.item.isConnected) drag.list.insertBefore(drag.item, drag.before?.isConnected ? drag.before : null);
    release();
  }
  function release() {
    drag?.item.classList.remove("is-dragged");
    drag = null;
  }

  /** The item's own button says it to the server; the answer draws the list anew. */
  function put(item) {
    const places = [...item.parentElement.querySelectorAll(":scope > [data-place]")];
    const button = item.querySelector("[data-up]");
    const told = JSON.parse(button.getAttribute("hx-vals"));
    button.setAttribute("hx-vals", JSON.stringify({ ...told, to: places.indexOf(item) }));
    button.disabled = false;
    button.click();
  }
})();

(() => {
  // What does not fit is out of sight, Enter goes to the first that does.
  const folded = word => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ł", "l").trim();
  document.addEventListener("input", ({ target: { dataset: { find }, value } }) => {
    for (const one of find ? document.querySelectorAll(find) : []) one.toggleAttribute("data-out", !folded(one.dataset.name).includes(folded(value)));
  });
  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target.dataset.find) document.querySelector(`:is(${target.dataset.find}):not([data-out]) a`)?.focus();
  });
})();
