import type { Plugin } from 'vite';

/** Pages that open without a connection, what they fetch while they are shown, and what a way between them needs. */
const OFFLINE_PAGE_PATTERN =
  /app\/(routes\/buyer\/(offers|history|ticket)\.tsx|ui\/(images\/qr-code|overlay\/toast-view)\.tsx|features\/orders\/reviews\/rate-order-form\.tsx|lib\/browser\/scroll-to-top\.ts)$/;
/** Their texts, in every language: a dozen files of about a kilobyte; the worker cannot know which one is spoken. */
const TRANSLATION_PATTERN = /^assets\/texts-[^/]+\/\w+\/(common|errors|offers|orders)\.json$/;

/** Finds out, while the app is built, which of its files it takes to show those pages; `has` answers afterwards. */
export function createShellFilesPlugin(): { plugin: Plugin; isShellFile: (file: string) => boolean } {
  const shellFileNames = new Set<string>();
  const plugin: Plugin = {
    name: 'shell-files',
    generateBundle(_options, bundle) {
      const addFile = (file: string): void => {
        const chunk = bundle[file];
        if (shellFileNames.has(file) || chunk?.type !== 'chunk') return;
        shellFileNames.add(file);
        for (const css of chunk.viteMetadata?.importedCss ?? []) shellFileNames.add(css);
        for (const imported of chunk.imports) addFile(imported);
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'asset') {
          if (chunk.names.includes('pages.css') || TRANSLATION_PATTERN.test(chunk.fileName))
            shellFileNames.add(chunk.fileName);
          continue;
        }
        const moduleId = chunk.facadeModuleId ?? '';
        if (chunk.isEntry || OFFLINE_PAGE_PATTERN.test(moduleId)) addFile(chunk.fileName);
      }
    },
  };
  return { plugin, isShellFile: (file) => shellFileNames.has(file) || !file.startsWith('assets/') };
}
