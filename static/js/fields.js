/* What people type: fields that save themselves, drafts, conflicts, and keeping all of it through a swap.
   Loaded after forms.js. The markup is described in docs/frontend.md. */
"use strict";

(() => {
  const { text, memory, written, flying } = Table;

  // ---- typed text ----------------------------------------------------------------------------------------------------
  // A field is unsaved when somebody typed into it and it still differs from what the server sent.
  const typed = new WeakSet();
  document.addEventListener("input", event => typed.add(event.target), true);
  document.addEventListener("reset", ({ target: form }) => {
    [...form.elements].forEach(field => typed.delete(field));
    form.querySelectorAll("[data-draft]").forEach(forgetDraft);
  }, true);

  function differs(field) {
    if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
    if (field.matches("select")) return [...field.options].some(option => option.selected !== option.defaultSelected);
    return field.value !== field.defaultValue;
  }
  const unsaved = Table.unsaved = field => typed.has(field) && differs(field);

  /** What the form holds now is what the server holds. */
  function settle(form) {
    for (const field of form.elements) {
      typed.delete(field);
      if (field.matches("[type=checkbox], [type=radio]")) field.defaultChecked = field.checked;
      else if (field.matches("select")) for (const option of field.options) option.defaultSelected = option.selected;
      else if ("defaultValue" in field) field.defaultValue = field.value;
    }
  }

  // ---- fields that save themselves -------------------------------------------------------------------------------------
  const rest = new WeakMap();          // timers of textareas whose writer is thinking
  const unsent = new Set();            // forms to try again when the network is back

  function show(form, state, words = state) {
    form.dataset.saveState = state;
    form.querySelectorAll("[data-save-text]").forEach(place => { place.textContent = text(words); });
    leave(form.closest("[id^=panel-]"));
  }
  function save(form) {
    clearTimeout(rest.get(form));
    if (flying.has(form) || !["dirty", "error"].includes(form.dataset.saveState)) return;     // saved() looks again after a flight
    show(form, "saving");
    form.requestSubmit();
  }
  function saveSoon(form, pause = 2000) {
    clearTimeout(rest.get(form));
    rest.set(form, setTimeout(save, pause, form));
  }
  function saved(form, ctx) {
    if (!(ctx.response?.status < 300)) {
      if (!ctx.response) unsent.add(form);
      return show(form, "error", "unsaved");
    }
    unsent.delete(form);
    const current = written(form) === ctx.written;
    const hash = ctx.response.headers.get("X-Was");
    if (hash && form.elements.was) form.elements.was.value = hash;
    if (!current) {                                     // the writer went on while we were saving
      show(form, "dirty", "saving");
      return saveSoon(form, document.activeElement.matches("textarea") ? 2000 : 0);
    }
    settle(form);
    held.delete(form.id);                               // ours is newer than what waited
    form.querySelectorAll("[data-draft]").forEach(forgetDraft);
    form.querySelectorAll("[data-conflict]").forEach(slot => slot.replaceChildren());
    show(form, "saved");
  }
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.matches("[data-autosave]")) saved(ctx.sourceElement, ctx);
  });
  document.addEventListener("input", event => {
    if (event.target.matches("[data-draft]")) keepDraft(event.target);
    const form = event.target.closest("[data-autosave]");
    if (!form) return;
    if (!flying.has(form)) show(form, "dirty", "");
    if (event.target.matches("textarea")) saveSoon(form);
  });
  document.addEventListener("change", event => {
    const form = event.target.closest("[data-autosave]");
    // Leaving the field for the buttons of a conflict is no answer to it.
    if (form && !form.querySelector("[data-was]")) save(form);
  });
  for (const [target, name] of [[document, "live:open"], [window, "online"]])
    target.addEventListener(name, () => unsent.forEach(form => form.isConnected ? save(form) : unsent.delete(form)));

  // ---- "Done": a panel is left once all that was typed in it is saved, for its forms go with it ---------------------------
  const leaving = new WeakMap();       // panel -> its button
  const pending = panel => panel?.querySelectorAll("[data-save-state=dirty], [data-save-state=saving]") ?? [];
  document.addEventListener("click", event => {
    const leaver = event.target.closest("button[hx-get]"), panel = leaver?.closest("[id^=panel-]");
    if (!pending(panel).length || leaver.getAttribute("hx-target") !== `#${panel.id}`) return;
    event.stopImmediatePropagation();
    leaving.set(panel, leaver);
    pending(panel).forEach(save);
  }, true);
  function leave(panel) {
    if (!leaving.has(panel) || pending(panel).length) return;
    if (!panel.querySelector("[data-save-state=error]")) leaving.get(panel).click();
    leaving.delete(panel);
  }

  // ---- drafts: what was typed stays in this browser until the server has it ----------------------------------------------
  const draftName = field => `draft:${field.dataset.draft}`;
  const keepDraft = field => memory.set(draftName(field), { text: field.value, was: field.form?.elements.was?.value });
  function forgetDraft(field) {
    memory.forget(draftName(field));
    if (field.nextElementSibling?.matches(".draft-hint")) field.nextElementSibling.remove();
  }
  function restoreDraft(field) {
    const draft = memory.get(draftName(field));
    if (!draft || typed.has(field) || field === document.activeElement) return;
    if (draft.text === field.value) return forgetDraft(field);
    field.value = draft.text;
    typed.add(field);
    field.after(Object.assign(document.createElement("p"), { className: "help draft-hint", textContent: text("draft") }));
    const form = field.closest("[data-autosave]");
    if (!form) return;
    if (draft.was) form.elements.was.value = draft.was;      // it was written against that text: let the server compare
    show(form, "dirty", "");
    saveSoon(form);
  }
  const restoreDrafts = root => root.querySelectorAll("[data-draft]").forEach(restoreDraft);
  document.addEventListener("htmx:after:process", event => event.target.querySelectorAll && restoreDrafts(event.target));

  /** Two people wrote one text: the writer chooses, and the choice is saved over the version it was made against. */
  function resolve(pressed) {
    const box = pressed.closest("[data-was]"), form = box.closest("[data-autosave]");
    const field = form.querySelector("textarea, input:not([type=hidden])");
    const theirs = box.querySelector("[data-theirs]").textContent;
    if (pressed.dataset.resolve === "theirs") field.value = theirs;
    if (pressed.dataset.resolve === "both") field.value += (field.matches("textarea") ? "\n\n" : ", ") + theirs;
    form.elements.was.value = box.dataset.was;
    box.remove();
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
    save(form);
  }
  document.addEventListener("click", ({ target }) => target.closest("[data-resolve]") && resolve(target.closest("[data-resolve]")));

  // ---- swaps: a morph never takes away what somebody is writing ----------------------------------------------------------
  const textField = "input:not([type=checkbox], [type=radio], [type=hidden], [type=file])";
  const held = new Map();              // form id -> a newer version that waits until its writer has left
  const behind = new WeakSet();        // fields whose value came in while they had the focus: it shows when they lose it

  const inUse = form => ["dirty", "saving", "error"].includes(form.dataset.saveState) || form.contains(document.activeElement);
  function release(form) {
    const html = held.get(form?.id);
    if (!html || inUse(form)) return;
    held.delete(form.id);
    const text = `<hx-partial hx-target="#${CSS.escape(form.id)}" hx-swap="outerMorph">${html}</hx-partial>`;
    htmx.swap({ text, swap: "none", sourceElement: document.body });
  }
  document.addEventListener("focusout", ({ target }) => setTimeout(() => {
    release(target.closest("[data-autosave]"));
    if (target !== document.activeElement && behind.delete(target) && !unsaved(target)) target.value = target.defaultValue;
  }));

  htmx.registerExtension("fields", {
    htmx_before_swap(source, { ctx }) {
      const focused = document.activeElement;
      ctx.focused = { element: focused, home: focused?.closest("[id^=row-], [id^=panel-]")?.id };
    },
    /** The pressed button is gone with its offer: the keyboard goes on from the row it stood in, not from the page's top. */
    htmx_after_swap(source, { ctx }) {
      const home = document.getElementById(ctx.focused?.home);
      if (!home || ctx.focused.element.isConnected || document.activeElement !== document.body) return;
      home.tabIndex = -1;
      home.focus({ preventScroll: true });
    },
    /** false = leave this element as it is. */
    htmx_before_morph_node(shown, { newNode }) {
      if (!(shown instanceof Element)) return true;
      if (shown.matches("[data-autosave]") && inUse(shown)) {
        if (shown.id) held.set(shown.id, newNode.outerHTML);
        return false;
      }
      if (shown.matches("textarea, select") && (unsaved(shown) || shown === document.activeElement)) return false;
      const { value } = newNode;         // options are morphed after their select, and a choice made by hand does not follow them
      if (shown.matches("select")) queueMicrotask(() => { shown.value = value; });
      if (shown.matches("[type=checkbox], [type=radio]") && !unsaved(shown)) shown.checked = newNode.checked;
      return true;
    },
    htmx_before_morph_attr(shown, { attrName }) {
      if (attrName === "open" && shown.matches("details, dialog")) return false;      // opened by the reader
      if (attrName !== "value" || !shown.matches(textField)) return true;
      if (unsaved(shown)) return false;
      // Setting a field's own value makes it independent of the attribute: text and caret stay.
      if (shown === document.activeElement) {
        behind.add(shown);
        shown.value = shown.value;
      }
      return true;
    },
  });
  restoreDrafts(document);
})();
