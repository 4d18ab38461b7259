import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import type { Language } from '@wopack/rules';
import { afterEach, vi } from 'vitest';
import { textsOf } from './render.tsx';

// What is loaded when first needed may take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Texts come from their files, not over a network.
vi.mock('../src/lib/texts.ts', () => ({
  fetchTexts: async (language: Language, namespace: string) => textsOf(language)[namespace],
}));

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
