import { createElement, type ReactNode, type Ref, type SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke' | 'ref'> {
  /** Width and height. */
  size?: number | string;
  /** Width of the lines of an outline icon. */
  stroke?: number | string;
  title?: string;
  ref?: Ref<SVGSVGElement>;
}

/** An element inside the icon's `svg`: what a path draws, or another with its attributes. */
export type IconNode = string | readonly [tag: string, attributes: Readonly<Record<string, string>>];

export type Icon = (props: IconProps) => ReactNode;

/** As those of `@tabler/icons-react`; hidden from screen readers without a name of its own. */
export function createIcon(type: 'outline' | 'filled', name: string, nodes: readonly IconNode[]): Icon {
  return ({ color = 'currentColor', size = 24, stroke = 2, title, className, children, ...rest }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        'aria-hidden': title || rest['aria-label'] ? undefined : true,
        ...(type === 'filled'
          ? { fill: color, stroke: 'none' }
          : {
              fill: 'none',
              stroke: color,
              strokeWidth: stroke,
              strokeLinecap: 'round',
              strokeLinejoin: 'round',
            }),
        className: ['tabler-icon', `tabler-icon-${name}`, className].filter(Boolean).join(' '),
        ...rest,
      },
      title && createElement('title', null, title),
      ...nodes.map((node) =>
        typeof node === 'string' ? createElement('path', { d: node }) : createElement(node[0], node[1]),
      ),
      children,
    );
}
