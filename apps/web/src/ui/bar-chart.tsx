import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { PatternLines } from '@visx/pattern';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useId } from 'react';
import { useWidth } from '../lib/use-width.ts';

export interface ChartBar {
  key: string;
  /** Under the bar; short. */
  label: string;
  value: number;
  /** What it is compared with, drawn as a line across the bar. */
  before?: number;
  /** Still counting: hatched. */
  unfinished?: boolean;
}

interface Props {
  bars: readonly ChartBar[];
  /** What the picture shows, for whoever does not see it; the same numbers stand in a table beside it. */
  label: string;
  format: (value: number) => string;
  /** No half packs on the axis. */
  wholeNumbers?: boolean;
}

const HEIGHT = 240;
const TOP = 26;
const BOTTOM = 28;
const WIDEST_BAR = 64;
const LABEL_WIDTH = 52;

const tick = { className: 'fill-current text-2', fill: 'currentColor', fontFamily: 'inherit', fontSize: 13 };

/** Bars in one hue from zero; only the latest values are written out. Loaded when a page shows it. */
export default function BarChart({ bars, label, format, wholeNumbers = false }: Props) {
  const [box, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={box} className="min-w-0" style={{ height: HEIGHT }}>
      {width > 0 ? <Picture {...{ bars, label, format, wholeNumbers, width }} /> : null}
    </div>
  );
}

function Picture({ bars, label, format, wholeNumbers, width }: Required<Props> & { width: number }) {
  const hatch = useId();
  const highest = Math.max(
    ...bars.flatMap(({ value, before = 0 }) => [value, before]),
    wholeNumbers ? 4 : 100,
  );
  const y = scaleLinear({ domain: [0, highest], range: [HEIGHT - BOTTOM, TOP], nice: 4 });
  const ticks = y.ticks(4).filter((value) => !wholeNumbers || Number.isInteger(value));
  const left = 14 + Math.max(...ticks.map((value) => format(value).length)) * 7.5;
  const x = scaleBand({ domain: bars.map(({ key }) => key), range: [left, width], padding: 0.3 });
  const bar = Math.min(x.bandwidth(), WIDEST_BAR);
  const start = (key: string) => (x(key) ?? 0) + (x.bandwidth() - bar) / 2;
  const every = Math.max(1, Math.ceil((bars.length * LABEL_WIDTH) / (width - left)));
  const labelled = bars.filter((_, i) => (bars.length - 1 - i) % every === 0);
  const floor = HEIGHT - BOTTOM;
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={label} className="block overflow-visible">
      <PatternLines
        id={hatch}
        width={8}
        height={8}
        stroke="var(--brand)"
        strokeWidth={5}
        orientation={['diagonal']}
      />
      <GridRows scale={y} left={left} width={width - left} tickValues={ticks} stroke="var(--line)" />
      <AxisLeft
        scale={y}
        left={left}
        tickValues={ticks}
        tickFormat={(value) => format(Number(value))}
        hideAxisLine
        hideTicks
        tickLabelProps={{ ...tick, dx: '-0.25em', dy: '0.3em', textAnchor: 'end' }}
      />
      {bars.map(({ key, value, before, unfinished }) => (
        <g key={key}>
          <path
            d={barPath(start(key), y(value), bar, floor)}
            fill={unfinished ? `url(#${hatch})` : 'var(--brand)'}
            stroke={unfinished ? 'var(--brand)' : undefined}
          />
          {before === undefined ? null : (
            <line
              x1={start(key) - 4}
              x2={start(key) + bar + 4}
              y1={y(before)}
              y2={y(before)}
              stroke="var(--text-2)"
              strokeWidth={2.5}
              strokeLinecap="round"
            />
          )}
        </g>
      ))}
      {bars.slice(bars.length > 14 ? -1 : -2).map(({ key, value, before = 0 }) => (
        <text
          key={key}
          x={Math.min(start(key) + bar / 2, width - 4)}
          y={Math.min(y(value), y(before)) - 9}
          textAnchor="middle"
          className="fill-current text-[.8125rem] font-bold"
        >
          {format(value)}
        </text>
      ))}
      <AxisBottom
        scale={x}
        top={floor}
        tickValues={labelled.map(({ key }) => key)}
        tickFormat={(key) => bars.find((one) => one.key === key)?.label ?? ''}
        stroke="var(--line-strong)"
        hideTicks
        tickLabelProps={{ ...tick, dy: '0.2em', textAnchor: 'middle' }}
      />
    </svg>
  );
}

/** Rounded at the top, flat on the floor; nothing for nothing. */
function barPath(x: number, top: number, width: number, floor: number): string {
  const height = floor - top;
  if (height <= 0) return '';
  const r = Math.min(5, height, width / 2);
  return `M${x} ${floor}v${r - height}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}v${height - r}z`;
}
