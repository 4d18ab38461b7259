import type { Plugin } from 'vite';

/** Pages that open without a connection, what they fetch while they are shown, and what a way between them needs. */
const parts =
  /src\/(pages\/buyer\/(offers|history|ticket)\.tsx|ui\/(qr-code|toast-view)\.tsx|modules\/orders\/reviews\/rate-order-form\.tsx|lib\/to-top\.ts)$/;
/** Their texts, in every language: a dozen files of about a kilobyte; the worker cannot know which one is spoken. */
const texts = /^assets\/texts-[^/]+\/\w+\/(common|errors|offers|orders)\.json$/;

/** Finds out, while the app is built, which of its files it takes to show those pages; `has` answers afterwards. */
export function shellFiles(): { plugin: Plugin; has: (file: string) => boolean } {
  const found = new Set<string>();
  const plugin: Plugin = {
    name: 'shell-files',
    generateBundle(_options, bundle) {
      const add = (file: string): void => {
        const chunk = bundle[file];
        if (found.has(file) || chunk?.type !== 'chunk') return;
        found.add(file);
        for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
        for (const imported of chunk.imports) add(imported);
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'asset') {
          if (chunk.names.includes('pages.css') || texts.test(chunk.fileName)) found.add(chunk.fileName);
          continue;
        }
        const from = chunk.facadeModuleId ?? '';
        if (chunk.isEntry || parts.test(from)) add(chunk.fileName);
      }
    },
  };
  return { plugin, has: (file) => found.has(file) || !file.startsWith('assets/') };
}
