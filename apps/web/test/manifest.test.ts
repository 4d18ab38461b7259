import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@wopack/domain';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { routes } from '../app/routes.ts';
import { getTranslations } from './render.tsx';

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; purpose?: string }[];
  shortcuts: { name: string; url: string; icons: { src: string }[] }[];
}

const publicDir = join(import.meta.dirname, '../public');

describe.each(languages)('the manifest in %s', (language) => {
  const manifest: Manifest = JSON.parse(
    readFileSync(join(publicDir, `manifest/${language}.webmanifest`), 'utf8'),
  );
  const texts = getTranslations(language).common as { slogan: string; nav: Record<string, string> };

  test('has the app’s texts', () => {
    expect(manifest.name).toBe(`WoPack · ${texts.slogan}`);
    expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
      texts.nav.offers,
      texts.nav.history,
      texts.nav.account,
    ]);
  });

  test('links to existing pages', () => {
    for (const path of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)])
      expect(matchRoutes(routes, path)?.at(-1)?.route.path, path).not.toBe('*');
  });

  test('has its icons', () => {
    const icons = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
    for (const { src } of icons) expect(existsSync(join(publicDir, src)), src).toBe(true);
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  });
});
