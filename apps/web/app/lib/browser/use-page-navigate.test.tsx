import { act, screen } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { usePageNavigate } from './use-page-navigate.ts';

let navigateLate: ReturnType<typeof usePageNavigate>;
let goTo: ReturnType<typeof useNavigate>;

function Page() {
  navigateLate = usePageNavigate();
  return null;
}

function Pages() {
  const { pathname } = useLocation();
  goTo = useNavigate();
  return (
    <>
      <output>{pathname}</output>
      {pathname === '/offers/7' ? <Page /> : null}
    </>
  );
}

test('an answer navigates from the page that asked, and from no other', async () => {
  renderInLanguage('en', <Pages />, '/offers/7');
  act(() => navigateLate('/orders/1/success'));
  expect(await screen.findByText('/orders/1/success')).toBeVisible();
  await act(async () => goTo('/offers/7'));
  await act(async () => goTo('/account'));
  act(() => navigateLate('/orders/2/success'));
  expect(await screen.findByText('/account')).toBeVisible();
});
