import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import SellerTaskCount, { OpenReportCount, OpenReportsCard } from './seller-task-count.tsx';

function renderCount(to_hand_out: number, reports: number) {
  const data = { to_hand_out, reports, report_questions: 0, reports_overdue: 0, reports_until: null };
  const { requests } = fakeApi({ '/seller/waiting': [{ body: { data } }] });
  return {
    requests,
    ...renderInLanguage(
      'en',
      <TestQueryProvider>
        <SellerTaskCount />
      </TestQueryProvider>,
    ),
  };
}

test('shows the number of orders to hand out and reports to answer, with an accessible text', async () => {
  renderCount(3, 1);
  expect(await screen.findByText('4')).toBeVisible();
  expect(screen.getByText(/\b4\b.+/)).toHaveClass('sr-only');
});

const overdue = {
  ...{ to_hand_out: 0, reports: 0, report_questions: 0, reports_overdue: 1, reports_until: null },
};
const waiting = { ...overdue, reports: 2, reports_until: '2026-11-23T18:00:00.000Z' };
const questioned = { ...overdue, report_questions: 2 };

test.each([
  ['pt', waiting, /2 problemas à espera da tua resposta.*Até segunda, 23\/11 18:00/],
  ['en', waiting, /2 problems are waiting for your answer.*Until Mon 23 Nov 18:00/],
  ['ru', waiting, /2 проблемы ждут ответа.*пн, 23 нояб\. 18:00/],
  ['en', overdue, /1 problem is with WoPack now/],
  ['pt', questioned, /O WoPack tem perguntas sobre 2 problemas/],
  ['ru', questioned, /WoPack спрашивает о 2 проблемах/],
] as const)('the store page names open reports and their deadline (%s)', async (language, data, text) => {
  fakeApi({ '/seller/waiting': [{ body: { data } }] });
  renderInLanguage(
    language,
    <TestQueryProvider>
      <OpenReportsCard timeZone="Europe/Lisbon" />
      <OpenReportCount />
    </TestQueryProvider>,
  );
  expect(await screen.findByRole('region')).toHaveTextContent(text);
  expect(screen.getByRole('link')).toHaveAttribute('href', '/seller/orders?view=reports');
  // The badge counts what can still be answered, and questions.
  expect(screen.queryAllByText('2', { exact: true })).toHaveLength(data === overdue ? 0 : 1);
});

test('more than 99 is shown as 99+', async () => {
  renderCount(120, 0);
  expect(await screen.findByText('99+')).toBeVisible();
});

test('renders nothing without tasks', async () => {
  const { requests, container } = renderCount(0, 0);
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(container).toHaveTextContent(''));
  expect(screen.queryByText('0')).toBeNull();
});
