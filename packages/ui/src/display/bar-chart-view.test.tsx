import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import BarChartView from './bar-chart-view.tsx';

test('round amounts stand on the axis without cents, those of bars with them', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly report: (entries: object[]) => void;
      constructor(report: (entries: object[]) => void) {
        this.report = report;
      }
      observe() {
        this.report([{ contentRect: { width: 400 } }]);
      }
      disconnect() {}
    },
  );
  render(
    <BarChartView
      label="Months"
      format={(amount) => amount.toFixed(2)}
      bars={[{ key: 'a', label: 'A', value: 172.8 }]}
    />,
  );
  const texts = [...screen.getByRole('img').querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toEqual(expect.arrayContaining(['0', '50', '100', '150', '200', '172.80']));
});
