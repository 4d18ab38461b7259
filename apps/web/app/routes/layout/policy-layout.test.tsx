import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { paths, policies } from '../../lib/paths.ts';
import { PolicyBar } from './policy-layout.tsx';
import { Footer } from './wide/footer.tsx';

test.each(policies)('the bar links to the five policies and marks %s', (policy) => {
  renderInLanguage('en', <PolicyBar />, paths.policies[policy]);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Object.values(paths.policies));
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual([
    links[policies.indexOf(policy)],
  ]);
});

test('the footer opens them in a new tab, with an accessible hint', () => {
  renderInLanguage('pt', <Footer />);
  for (const policy of policies) {
    const link = screen
      .getAllByRole('link', { name: /abre num separador novo/ })
      .find((candidate) => candidate.getAttribute('href') === paths.policies[policy]);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
  }
});
