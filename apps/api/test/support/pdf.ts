import { extractText, getDocumentProxy } from 'unpdf';

/** The words of all pages, with single spaces. */
export async function readPdfText(content: Uint8Array): Promise<string> {
  const pages = await getDocumentProxy(new Uint8Array(content));
  return (await extractText(pages, { mergePages: true })).text.replaceAll(/[\s\u00a0]+/g, ' ');
}
