import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@wopack/domain';
import { createPageMatcher } from './page-matcher.ts';
import { escapeHtml, type Preview } from './preview.ts';

/** As the build of the web app wrote it down; see apps/web/prerender. */
interface PrerenderedPage {
  at: string;
  /** Whether the script waits until all this has been painted (before-first-paint.js fetches it), or comes along. */
  scripts: 'later' | 'along';
  head: Record<Language, string>;
  body: Record<Language, string>;
}

const SCRIPT_TYPE_PATTERN = /(?<=<(?:script type|link rel)=")module(?:preload)?(?=")/g;

/** What stands for the number of a pack there. */
const PLACEHOLDER_ID = '999999999';

interface WebBuild {
  html: string;
  pages: PrerenderedPage[];
  /** Whether there is a page at this path; where the build does not say, the app is to find out. */
  hasPage: (path: string) => boolean;
}

/** The built page and what is known beforehand of some addresses, read anew when there is another build. */
export function createBuildReader(folder: string) {
  const index = join(folder, 'index.html');
  const readBuildFile = (name: string) => readFile(join(folder, '.vite', name), 'utf8').then(JSON.parse);
  let cachedBuild: (WebBuild & { modifiedAt: number }) | null = null;
  return async (): Promise<WebBuild> => {
    const { mtimeMs } = await stat(index);
    if (cachedBuild?.modifiedAt === mtimeMs) return cachedBuild;
    const [html, pages, hasPage] = await Promise.all([
      readFile(index, 'utf8'),
      readBuildFile('prerendered-pages.json').catch(() => []),
      readBuildFile('addresses.json').then(createPageMatcher, () => () => true),
    ]);
    cachedBuild = { modifiedAt: mtimeMs, html, pages, hasPage };
    return cachedBuild;
  };
}

type ProductPreview = NonNullable<Preview['product']>;

/** The page with what its address first shows, so that nobody waits for the script to see it. */
export function insertPrerenderedPage(
  html: string,
  pages: PrerenderedPage[],
  path: string,
  language: Language,
  product?: ProductPreview,
): string {
  const page = pages.find(({ at }) => new RegExp(at).test(path));
  if (!page) return html;
  const body = product ? insertProduct(page.body[language], product) : page.body[language];
  const preloadTag = product?.photo ? `${renderPhotoPreload(product.photo)}\n    ` : '';
  return html
    .replace('</head>', () => `  ${preloadTag}${page.head[language]}\n  </head>`)
    .replaceAll(SCRIPT_TYPE_PATTERN, (scriptType) => (page.scripts === 'later' ? 'later' : scriptType))
    .replace(
      '<div id="root">',
      () => `<div id="root">${body.replaceAll(PLACEHOLDER_ID, path.split('/').at(-1)!)}`,
    );
}

const renderPhotoPreload = ({ srcset }: NonNullable<ProductPreview['photo']>): string =>
  `<link rel="preload" as="image" imagesrcset="${escapeHtml(srcset)}" imagesizes="100vw" fetchpriority="high" media="(max-width: 575px)" />`;

/** The photo and the name in the places the app keeps for them. */
const insertProduct = (body: string, { name, photo }: ProductPreview): string =>
  body
    .replace(/<!-- photo -->[\s\S]*?<!-- \/photo -->/g, (skeleton) =>
      photo
        ? `<img src="${escapeHtml(photo.path)}" srcset="${escapeHtml(photo.srcset)}" sizes="100vw" alt="" width="960" height="576" fetchpriority="high" class="h-[330px] w-full bg-quiet object-cover" />`
        : skeleton,
    )
    .replace(/<!-- name -->[\s\S]*?<!-- \/name -->/g, () => `<p class="h1">${escapeHtml(name)}</p>`);
