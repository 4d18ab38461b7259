import { screen } from '@testing-library/react';
import { languages } from '@wopack/domain';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { paths } from '../../lib/paths.ts';
import { AcceptTerms } from './accept-terms.tsx';

/** Sentences of sign-in, sign-up and payment. */
const sentences = ['auth:terms', 'auth:signup.terms', 'offer:conditions'] as const;

test.each(languages)('each sentence links to the terms, in a new tab (%s)', (language) => {
  for (const sentence of sentences) {
    const { unmount } = renderInLanguage(language, <AcceptTerms i18nKey={sentence} />);
    const link = screen.getByRole('link');
    expect(link).toHaveAttribute('href', paths.policies.terms);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
    expect(document.body.textContent).not.toMatch(/<|>/);
    unmount();
  }
});
