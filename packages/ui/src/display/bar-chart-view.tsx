import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { PatternLines } from '@visx/pattern';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useId } from 'react';
import { useElementWidth } from '../element-observers.ts';

interface ChartBar {
  key: string;
  /** Below the bar; short. */
  label: string;
  value: number;
  /** The part of it that is drawn full, in a darker colour. */
  part?: number;
  /** Drawn as a line across the bar. */
  previousValue?: number;
  /** Hatched. */
  isUnfinished?: boolean;
}

export interface ChartProps {
  bars: readonly ChartBar[];
  /** Accessible name; the same numbers are in a table beside the chart. */
  label: string;
  format: (value: number) => string;
  /** Whole units on the axis. */
  integersOnly?: boolean;
}

/** As `h-60` of its container. */
const HEIGHT = 240;
const PADDING_TOP = 26;
const PADDING_BOTTOM = 28;
const MAX_BAR_WIDTH = 64;
const CHARACTER_WIDTH = 7.5;
const CENTS_OF_ROUND_AMOUNT = /[.,]00$/;

const TICK_LABEL_PROPS = {
  className: 'fill-current text-muted',
  fill: 'currentColor',
  fontFamily: 'inherit',
  fontSize: 13,
};

export default function BarChartView({ bars, label, format, integersOnly = false }: ChartProps) {
  const [containerRef, width] = useElementWidth<HTMLDivElement>();
  return (
    <div ref={containerRef} className="h-60 min-w-0 print:h-auto">
      {width > 0 ? (
        <Chart bars={bars} label={label} format={format} integersOnly={integersOnly} width={width} />
      ) : null}
    </div>
  );
}

function Chart({ bars, label, format, integersOnly, width }: Required<ChartProps> & { width: number }) {
  const patternId = useId();
  const maxValue = Math.max(
    ...bars.flatMap(({ value, previousValue = 0 }) => [value, previousValue]),
    integersOnly ? 4 : 100,
  );
  const y = scaleLinear({ domain: [0, maxValue], range: [HEIGHT - PADDING_BOTTOM, PADDING_TOP], nice: 4 });
  const ticks = y.ticks(4).filter((value) => !integersOnly || Number.isInteger(value));
  // Round amounts stand on the axis without cents.
  const areRound = ticks.every((value) => CENTS_OF_ROUND_AMOUNT.test(format(value)));
  const formatTick = (value: number) => format(value).replace(areRound ? CENTS_OF_ROUND_AMOUNT : '', '');
  const plotLeft = 14 + Math.max(...ticks.map((value) => formatTick(value).length)) * CHARACTER_WIDTH;
  const x = scaleBand({ domain: bars.map(({ key }) => key), range: [plotLeft, width], padding: 0.3 });
  const barWidth = Math.min(x.bandwidth(), MAX_BAR_WIDTH);
  const getBarLeft = (key: string) => (x(key) ?? 0) + (x.bandwidth() - barWidth) / 2;
  const labelWidth = Math.max(...bars.map((bar) => bar.label.length)) * CHARACTER_WIDTH;
  const isAtEdge = (key: string) => getBarLeft(key) + (barWidth + labelWidth) / 2 > width;
  // A label at the edge stands further left than its bar.
  const labelInterval = Math.max(1, Math.ceil((bars.length * labelWidth * 1.5) / (width - plotLeft)));
  const labelledBars = bars.filter((_, i) => (bars.length - 1 - i) % labelInterval === 0);
  const baseline = HEIGHT - PADDING_BOTTOM;
  return (
    // Printing narrows the page without measuring again; the view box makes the chart shrink with it.
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={label}
      className="block h-auto max-w-full overflow-visible"
    >
      <PatternLines
        id={patternId}
        width={8}
        height={8}
        stroke="var(--color-brand)"
        strokeWidth={5}
        orientation={['diagonal']}
      />
      <GridRows
        scale={y}
        left={plotLeft}
        width={width - plotLeft}
        tickValues={ticks}
        stroke="var(--color-line)"
      />
      <AxisLeft
        scale={y}
        left={plotLeft}
        tickValues={ticks}
        tickFormat={(value) => formatTick(Number(value))}
        hideAxisLine
        hideTicks
        tickLabelProps={{ ...TICK_LABEL_PROPS, dx: '-0.25em', dy: '0.3em', textAnchor: 'end' }}
      />
      {bars.map(({ key, value, part, previousValue, isUnfinished }) => (
        <g key={key}>
          <path
            d={buildBarPath(getBarLeft(key), y(value), barWidth, baseline)}
            fill={isUnfinished ? `url(#${patternId})` : 'var(--color-brand)'}
            fillOpacity={part === undefined ? undefined : 0.5}
            stroke={isUnfinished ? 'var(--color-brand)' : undefined}
          />
          {part ? (
            <rect
              x={getBarLeft(key)}
              y={y(part)}
              width={barWidth}
              height={baseline - y(part)}
              fill="var(--color-inverse)"
            />
          ) : null}
          {previousValue === undefined ? null : (
            <line
              x1={getBarLeft(key) - 4}
              x2={getBarLeft(key) + barWidth + 4}
              y1={y(previousValue)}
              y2={y(previousValue)}
              stroke="var(--text-color-muted)"
              strokeWidth={2.5}
              strokeLinecap="round"
            />
          )}
        </g>
      ))}
      {bars.slice(bars.length > 14 ? -1 : -2).map(({ key, value, previousValue = 0 }) => (
        <text
          key={key}
          x={Math.min(getBarLeft(key) + barWidth / 2, width - (format(value).length * CHARACTER_WIDTH) / 2)}
          y={Math.min(y(value), y(previousValue)) - 9}
          textAnchor="middle"
          // A wide value stays readable where it lies on the bar beside it.
          paintOrder="stroke"
          stroke="var(--color-surface)"
          strokeWidth={4}
          strokeLinejoin="round"
          className="fill-current text-[.8125rem] font-bold"
        >
          {format(value)}
        </text>
      ))}
      <AxisBottom
        scale={x}
        top={baseline}
        tickValues={labelledBars.map(({ key }) => key)}
        tickFormat={(key) => bars.find((candidate) => candidate.key === key)?.label ?? ''}
        stroke="var(--color-line-strong)"
        hideTicks
        tickLabelProps={(key, index, { length }) => {
          // Below a narrow last bar it would leave the chart.
          return {
            ...TICK_LABEL_PROPS,
            ...(index === length - 1 && isAtEdge(key)
              ? { textAnchor: 'end', dx: x.bandwidth() / 2 }
              : { textAnchor: 'middle' }),
            dy: '0.2em',
          };
        }}
      />
    </svg>
  );
}

/** Rounded at the top, flat at the bottom; empty for zero. */
function buildBarPath(x: number, top: number, width: number, baseline: number): string {
  const height = baseline - top;
  if (height <= 0) return '';
  const r = Math.min(5, height, width / 2);
  return `M${x} ${baseline}v${r - height}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}v${height - r}z`;
}
