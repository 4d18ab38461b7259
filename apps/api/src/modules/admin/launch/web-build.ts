import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `about.json` of a built web app, written by `createAboutPlugin`: what its pages say of the operator. */
export interface WebBuild {
  company: { name: string; address: string; tax_number: string };
  /** Null: a default that nobody chose. */
  contacts: { users: string | null; authorities: string | null; languages: string[] };
  /** Whether the footer links it. */
  complaints_book: boolean;
  policies: Record<string, { path: string; date: string | null }>;
  /** Whether the terms explain the order of offers, in every language. */
  ranking: boolean;
  accessibility: { pages: number; date: string } | null;
}

/** Null without a build, or with one of an earlier version. */
export const readWebBuild = (webDir: string | null): Promise<WebBuild | null> =>
  webDir === null
    ? Promise.resolve(null)
    : readFile(join(webDir, 'about.json'), 'utf8').then(
        (text) => JSON.parse(text) as WebBuild,
        () => null,
      );
