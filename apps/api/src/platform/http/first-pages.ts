import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@wopack/rules';
import { pagesAt } from './addresses.ts';
import { escapeHtml, type Preview } from './preview.ts';

/** As the build of the web app wrote it down; see apps/web/first-pages. */
interface FirstPage {
  at: string;
  /** Whether the script waits until all this has been painted (first-paint.js fetches it), or comes along. */
  scripts: 'later' | 'along';
  head: Record<Language, string>;
  body: Record<Language, string>;
}

const SCRIPT = /(?<=<(?:script type|link rel)=")module(?:preload)?(?=")/g;

/** What stands for the number of a pack there. */
const SOME_ID = '999999999';

interface Built {
  html: string;
  pages: FirstPage[];
  /** Whether there is a page at this path; where the build does not say, the app is to find out. */
  has: (path: string) => boolean;
}

/** The built page and what is known beforehand of some addresses, read anew when there is another build. */
export function builtPage(folder: string) {
  const index = join(folder, 'index.html');
  const written = (name: string) => readFile(join(folder, '.vite', name), 'utf8').then(JSON.parse);
  let known: (Built & { since: number }) | null = null;
  return async (): Promise<Built> => {
    const { mtimeMs } = await stat(index);
    if (known?.since === mtimeMs) return known;
    const [html, pages, has] = await Promise.all([
      readFile(index, 'utf8'),
      written('first-pages.json').catch(() => []),
      written('addresses.json').then(pagesAt, () => () => true),
    ]);
    known = { since: mtimeMs, html, pages, has };
    return known;
  };
}

type Pack = NonNullable<Preview['pack']>;

/** The page with what its address first shows, so that nobody waits for the script to see it. */
export function withFirstPage(
  html: string,
  pages: FirstPage[],
  path: string,
  language: Language,
  pack?: Pack,
): string {
  const page = pages.find(({ at }) => new RegExp(at).test(path));
  if (!page) return html;
  const body = pack ? withPack(page.body[language], pack) : page.body[language];
  const photo = pack?.photo ? `${preload(pack.photo)}\n    ` : '';
  return html
    .replace('</head>', () => `  ${photo}${page.head[language]}\n  </head>`)
    .replaceAll(SCRIPT, (kind) => (page.scripts === 'later' ? 'later' : kind))
    .replace('<div id="root">', () => `<div id="root">${body.replaceAll(SOME_ID, path.split('/').at(-1)!)}`);
}

const preload = ({ srcset }: NonNullable<Pack['photo']>): string =>
  `<link rel="preload" as="image" imagesrcset="${escapeHtml(srcset)}" imagesizes="100vw" fetchpriority="high" media="(max-width: 575px)" />`;

/** The photo and the name in the places the app keeps for them. */
const withPack = (body: string, { name, photo }: Pack): string =>
  body
    .replace(/<!-- photo -->[\s\S]*?<!-- \/photo -->/g, (bone) =>
      photo
        ? `<img src="${escapeHtml(photo.path)}" srcset="${escapeHtml(photo.srcset)}" sizes="100vw" alt="" width="960" height="576" fetchpriority="high" class="h-[330px] w-full bg-quiet object-cover" />`
        : bone,
    )
    .replace(/<!-- name -->[\s\S]*?<!-- \/name -->/g, () => `<p class="h1">${escapeHtml(name)}</p>`);
