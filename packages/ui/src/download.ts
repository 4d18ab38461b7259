/** Saves text or a file of the server as a download. */
export function download(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read it only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
