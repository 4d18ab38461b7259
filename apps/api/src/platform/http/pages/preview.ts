import type { Language } from '@wopack/domain';
import { escapeHtml } from '../../escape-html.ts';
import { translate } from '../../messages/translate.ts';

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
