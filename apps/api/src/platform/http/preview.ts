import type { Language } from '@wopack/domain';
import { translate } from '../messages/translate.ts';

/** What messengers and search engines show of a page. Plain texts: they are escaped here. */
export interface Preview {
  /** Path of the page's one address. */
  path: string;
  title: string;
  description: string;
  /** Path of a picture. */
  image: { path: string; width: number; height: number; alt: string };
  /** A pack, as its page begins. */
  product?: { name: string; photo: { path: string; srcset: string } | null };
}

const PREVIEW_PLACEHOLDER = /<!-- preview[\s\S]*?\/preview -->/;

const locales = { pt: 'pt_PT', en: 'en_GB', ru: 'ru_RU' } as const satisfies Record<Language, string>;

/** The page of the web app with the preview in its head. */
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
  // By functions: a dollar sign in somebody's text is no pattern.
  return page
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace(PREVIEW_PLACEHOLDER, () => tags.join('\n    '));
}

/** The first page, which also speaks for pages that need somebody signed in. */
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

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);
