import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';

const pillVariants = cva(
  'inline-flex min-h-7 items-center gap-1.5 rounded-full px-2.5 text-[.8125rem] leading-none font-semibold whitespace-nowrap [&_svg]:size-4',
  {
    variants: {
      tone: {
        plain: 'bg-quiet text-text',
        photo: 'bg-paper text-on-paper shadow-resting',
        contrast: 'bg-contrast text-on-contrast shadow-resting',
        urgent: 'bg-urgent-strong text-paper',
        ok: 'bg-save-soft text-save',
        info: 'bg-info-soft text-info',
        warn: 'bg-brand-soft text-text',
        bad: 'bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
);

interface Props extends VariantProps<typeof pillVariants> {
  /** Colour alone must not carry meaning: add an icon or a clear word. */
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Pill({ tone, icon, children, className }: Props) {
  return (
    <span className={cn(pillVariants({ tone }), className)}>
      {icon}
      {children}
    </span>
  );
}
