import { createElement, type ReactNode, type SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke' | 'ref'> {
  /** Width of the lines of an outline icon. */
  stroke?: number;
}

/** An element inside the icon's `svg`: what a path draws, or another with its attributes. */
export type IconNode = string | readonly [tag: string, attributes: Readonly<Record<string, string>>];

export type Icon = (props: IconProps) => ReactNode;

/** As those of `@tabler/icons-react`; hidden from screen readers without a name of its own. */
export const createIcon =
  (type: 'outline' | 'filled', name: string, nodes: readonly IconNode[]): Icon =>
  ({ stroke = 2, className, ...attributes }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        'aria-hidden': attributes['aria-label'] === undefined ? true : undefined,
        ...(type === 'filled'
          ? { fill: 'currentColor', stroke: 'none' }
          : {
              fill: 'none',
              stroke: 'currentColor',
              strokeWidth: stroke,
              strokeLinecap: 'round',
              strokeLinejoin: 'round',
            }),
        className: ['tabler-icon', `tabler-icon-${name}`, className].filter(Boolean).join(' '),
        ...attributes,
      },
      ...nodes.map((node) =>
        typeof node === 'string' ? createElement('path', { d: node }) : createElement(node[0], node[1]),
      ),
    );
