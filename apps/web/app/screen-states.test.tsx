import { render, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { StrictMode } from 'react';
import { RouterProvider } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { mockServer } from '../test/fake-api.tsx';
import { buyerScreens, screensOfTwoLayouts, sellerAndPartnerScreens, type Visitor } from '../test/screens.ts';
import { i18nReady } from './lib/i18n/i18n.ts';
import { writeStored } from './lib/storage/storage.ts';
import { Providers } from './root.tsx';
import { createRouter } from './router.ts';

const buildMe = (visitor: Visitor) => ({
  id: 5,
  name: 'Marta Salgado',
  email: 'marta@example.com',
  email_verified: true,
  has_password: true,
  is_owner: visitor === 'seller',
  is_partner: visitor === 'partner',
});

/** Replies to all requests but the one for the user. */
const replies = {
  loading: () => new Promise<never>(() => {}),
  failed: () => HttpResponse.json({ code: 10, message: 'Something went wrong.' }, { status: 500 }),
};

/** Without layout, contrast cannot be computed: journeys check it. */
const listViolations = async () => {
  const rules = { 'color-contrast': { enabled: false } };
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

/** The map is drawn in a browser only. */
const screensWithoutMap = [...screensOfTwoLayouts, ...buyerScreens, ...sellerAndPartnerScreens].filter(
  ([, , view]) => !view,
);

describe.each(['loading', 'failed'] as const)('%s', (state) => {
  test.each(screensWithoutMap)(
    '%s as %s: says so, without axe violations, with a way out',
    async (path, visitor) => {
      await i18nReady;
      vi.stubGlobal('matchMedia', () => ({
        matches: false,
        addEventListener() {},
        removeEventListener() {},
      }));
      vi.stubGlobal('scrollTo', () => {});
      mockServer.use(
        ...(state === 'loading'
          ? [http.get('*/api/v1/me', () => HttpResponse.json({ data: buildMe(visitor) }))]
          : []),
        http.all('*/api/v1/*', replies[state]),
      );
      if (visitor !== 'nobody') writeStored('token', 'token');
      writeStored('cookieChoice', 'essential');
      history.replaceState(null, '', path);
      const router = createRouter();
      render(
        <StrictMode>
          <Providers>
            <RouterProvider router={router} />
          </Providers>
        </StrictMode>,
      );
      await screen.findByRole('heading', { level: 1 });
      if (state === 'loading') expect((await screen.findAllByRole('status'))[0]).toBeInTheDocument();
      if (state === 'failed') expect((await screen.findAllByRole('alert'))[0]).toBeVisible();
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      await waitFor(async () => expect(await listViolations()).toEqual([]));
      const links = screen.getAllByRole('link').filter((link) => link.getAttribute('href') !== '#main');
      expect(links).not.toEqual([]);
      router.dispose();
    },
  );
});
