import type { Language } from '@wopack/rules';
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
  pack?: { name: string; photo: { path: string; srcset: string } | null };
}

const SLOT = /<!-- preview[\s\S]*?\/preview -->/;

const locales = { pt: 'pt_PT', en: 'en_GB', ru: 'ru_RU' } as const satisfies Record<Language, string>;

/** The page of the web app with the preview in its head. */
export function withPreview(page: string, preview: Preview, language: Language, publicUrl: string): string {
  const { title, description, image } = preview;
  const url = publicUrl + preview.path;
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'WoPack'),
    meta('property', 'og:locale', locales[language]),
    meta('property', 'og:url', url),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', publicUrl + image.path),
    meta('property', 'og:image:width', image.width),
    meta('property', 'og:image:height', image.height),
    meta('property', 'og:image:alt', image.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
  // By functions: a dollar sign in somebody's text is no pattern.
  return page
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace(SLOT, () => tags.join('\n    '));
}

/** The first page, which also speaks for pages that need somebody signed in. */
export const homePreview = (language: Language): Preview => ({
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

const meta = (kind: 'name' | 'property', name: string, content: string | number): string =>
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
