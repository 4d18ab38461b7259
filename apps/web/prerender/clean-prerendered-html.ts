/**
 * What the app drew, as a picture of itself that stands until the app is there: links lead on, everything else would
 * not answer yet and says so.
 */
export function cleanPrerenderedHtml(root: Element): string {
  for (const element of root.querySelectorAll('.page-in')) element.classList.remove('page-in');
  for (const element of root.querySelectorAll('[tabindex="-1"]')) element.removeAttribute('tabindex');
  for (const element of root.querySelectorAll('form')) element.replaceWith(convertFormToDiv(element));
  for (const element of root.querySelectorAll('button')) element.setAttribute('inert', '');
  for (const element of root.querySelectorAll('input, select, textarea')) {
    element.setAttribute('inert', '');
    // Read only: what is typed here would be lost.
    element.setAttribute('readonly', '');
  }
  // What the server knows by then takes their place.
  for (const element of root.querySelectorAll('[data-preview]')) {
    const name = element.getAttribute('data-preview');
    element.removeAttribute('data-preview');
    element.before(root.ownerDocument.createComment(` ${name} `));
    element.after(root.ownerDocument.createComment(` /${name} `));
  }
  return root.innerHTML.replaceAll(' data-discover="true"', '');
}

/** The same without being a form, which would send itself. */
function convertFormToDiv(form: Element): Element {
  const replacement = form.ownerDocument.createElement('div');
  replacement.className = form.className;
  replacement.append(...form.childNodes);
  return replacement;
}
