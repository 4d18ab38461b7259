import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@wopack/domain';
import { LRUCache } from 'lru-cache';
import { escapeHtml } from '../../escape-html.ts';
import { translate } from '../../messages/translate.ts';

/** Written by apps/web/scripts/build.ts. */
interface PrerenderedPages {
  pages: PrerenderedPage[];
  /** Placeholders in the bodies for data of an offer. */
  placeholders: Record<'id' | 'name' | 'photoPath' | 'photoSrcset', string>;
}

interface PrerenderedPage {
  /** Route pattern of the app: `/offers/:id`. */
  pattern: string;
  head: Record<Language, string>;
  /** Bodies by the available offer data; a page without an offer has only `none`. */
  bodies: Record<'none', Record<Language, string>> &
    Partial<Record<'name' | 'photo', Record<Language, string>>>;
}

/** Mark in index.html that the server replaces. */
const PRELOADS_PLACEHOLDER = '<!--app-preloads-->';
const BODY_PLACEHOLDER = '<!--app-html-->';

export interface WebBuild {
  html: string;
  prerendered: PrerenderedPages | null;
  /** Whether the app has a page at this path; true for any path if the build has no route patterns. */
  hasPage: (path: string) => boolean;
  /** Pages that were made of it, by all that they depend on. */
  documents: LRUCache<string, Buffer>;
}

/** Limits each process; a prerendered page has 35 KB. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

const createDocuments = () =>
  new LRUCache<string, Buffer>({
    maxSize: MAX_DOCUMENT_BYTES,
    sizeCalculation: ({ length }, key) => length + key.length,
  });

/** The built page and its prerendered bodies, reloaded when the build changes. */
export function createBuildReader(folder: string) {
  const index = join(folder, 'index.html');
  const readBuildFile = (name: string) => readFile(join(folder, '.vite', name), 'utf8').then(JSON.parse);
  const loadBuild = async (): Promise<WebBuild> => {
    const [html, prerendered, hasPage] = await Promise.all([
      readFile(index, 'utf8'),
      readBuildFile('prerendered-pages.json').catch(() => null),
      readBuildFile('addresses.json').then(createPageMatcher, () => () => true),
    ]);
    return { html, prerendered, hasPage, documents: createDocuments() };
  };
  // Requests that come while it is read wait for it, instead of each reading it.
  let cachedBuild: { modifiedAt: number; build: Promise<WebBuild> } | null = null;
  return async (): Promise<WebBuild> => {
    const { mtimeMs } = await stat(index);
    if (cachedBuild?.modifiedAt !== mtimeMs) {
      const loading = { modifiedAt: mtimeMs, build: loadBuild() };
      cachedBuild = loading;
      loading.build.catch(() => {
        if (cachedBuild === loading) cachedBuild = null;
      });
    }
    return cachedBuild.build;
  };
}

type ProductPreview = NonNullable<Preview['product']>;

/** The page with the prerendered body of its path, so that it is visible before its script has run. */
export function insertPrerenderedPage(
  html: string,
  prerendered: PrerenderedPages | null,
  path: string,
  language: Language,
  product?: ProductPreview,
): string {
  const page = prerendered?.pages.find(({ pattern }) => createPageMatcher([pattern])(path));
  if (!prerendered || !page) return html;
  const { bodies, head } = page;
  const [body, values] = product?.photo
    ? [bodies.photo, { name: product.name, photoPath: product.photo.path, photoSrcset: product.photo.srcset }]
    : [product && bodies.name, { name: product?.name ?? '' }];
  return html
    .replace(PRELOADS_PLACEHOLDER, () => head[language])
    .replace(BODY_PLACEHOLDER, () =>
      insertValues((body ?? bodies.none)[language], prerendered.placeholders, {
        ...values,
        id: path.split('/').filter(Boolean).at(-1) ?? '',
      }),
    );
}

/** Replaces all placeholders in one pass, because a value is written by users and may look like another placeholder. */
function insertValues(
  body: string,
  placeholders: PrerenderedPages['placeholders'],
  values: Partial<PrerenderedPages['placeholders']>,
): string {
  const replacements = new Map(
    Object.entries(values).map(([key, value]) => [
      placeholders[key as keyof typeof values],
      escapeHtml(value),
    ]),
  );
  const pattern = new RegExp([...replacements.keys()].map((text) => RegExp.escape(text)).join('|'), 'g');
  return body.replaceAll(pattern, (placeholder) => replacements.get(placeholder)!);
}

/**
 * Whether the app has a page at a path, by the route patterns of its build (`/clients/:id`). Like the app's router it
 * ignores case and a trailing slash. An id is a number.
 */
export function createPageMatcher(routePatterns: string[]): (path: string) => boolean {
  const patterns = routePatterns.map((routePattern) => {
    const source = routePattern.replaceAll(/:(\w+)/g, (_, name) =>
      name === 'id' ? '[1-9]\\d{0,9}' : '[^/]+',
    );
    return new RegExp(`^${source}/?$`, 'i');
  });
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** Title, description and picture for messengers and search engines, as plain text; escaped on insertion. */
export interface Preview {
  /** Canonical path. */
  path: string;
  title: string;
  description: string;
  /** Path of a picture. */
  image: { path: string; width: number; height: number; alt: string };
  /** Name and photo at the top of a product's page. */
  product?: { name: string; photo: { path: string; srcset: string } | null };
}

/** Null when there is nothing of this id. */
export type LinkPreview = (id: number, language: Language) => Promise<Preview | null>;

const PREVIEW_PLACEHOLDER = /<!-- preview[\s\S]*?\/preview -->/;

const locales = { pt: 'pt_PT', en: 'en_GB', ru: 'ru_RU' } as const satisfies Record<Language, string>;

/** Inserts the preview into the head of the web app's page. */
export function insertPreview(page: string, preview: Preview, language: Language, publicUrl: string): string {
  const { title, description, image } = preview;
  const url = publicUrl + preview.path;
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    renderMetaTag('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    renderMetaTag('property', 'og:type', 'website'),
    renderMetaTag('property', 'og:site_name', 'WoPack'),
    renderMetaTag('property', 'og:locale', locales[language]),
    renderMetaTag('property', 'og:url', url),
    renderMetaTag('property', 'og:title', title),
    renderMetaTag('property', 'og:description', description),
    renderMetaTag('property', 'og:image', publicUrl + image.path),
    renderMetaTag('property', 'og:image:width', image.width),
    renderMetaTag('property', 'og:image:height', image.height),
    renderMetaTag('property', 'og:image:alt', image.alt),
    renderMetaTag('name', 'twitter:card', 'summary_large_image'),
  ];
  // Functions, because in a replacement string `$` has a meaning.
  return page
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace(PREVIEW_PLACEHOLDER, () => tags.join('\n    '));
}

/** Preview of the home page, also used for pages that require signing in. */
export const buildHomePreview = (language: Language): Preview => ({
  path: '/',
  title: translate('preview.title', language),
  description: translate('preview.description', language),
  image: {
    path: '/preview.jpg',
    width: 1200,
    height: 630,
    alt: translate('preview.imageAlt', language),
  },
});

const renderMetaTag = (kind: 'name' | 'property', name: string, content: string | number): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(String(content))}" />`;
