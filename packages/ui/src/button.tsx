import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from './cn.ts';

/** Also for other elements, such as external links. */
export const buttonVariants = cva(
  [
    'relative inline-flex max-w-full items-center justify-center gap-2 text-center font-bold leading-tight',
    'transition-[background-color,scale,filter] duration-[var(--t-fast)] active:scale-[.98]',
    'disabled:bg-disabled disabled:text-on-disabled disabled:inset-ring-0 disabled:scale-100 disabled:filter-none',
    '[&_svg]:size-5 [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary hover:bg-primary-hover active:bg-primary-press',
        brand: 'bg-brand text-on-brand hover:brightness-[1.04]',
        ghost: 'text-text inset-ring-[1.5px] inset-ring-line-strong hover:bg-quiet',
        soft: 'bg-quiet text-text hover:brightness-[.97] dark:hover:brightness-110',
        danger: 'text-danger inset-ring-[1.5px] inset-ring-danger hover:bg-danger-soft',
      },
      size: {
        normal: 'min-h-[52px] rounded-md px-6 py-2 text-base',
        /** 40 px high, 44 on touch screens. */
        small: 'min-h-10 rounded-sm px-4 py-1.5 text-sm pointer-coarse:min-h-11',
      },
      fullWidth: { true: 'w-full' },
    },
    defaultVariants: { variant: 'primary', size: 'normal' },
  },
);

interface ButtonStyleProps extends VariantProps<typeof buttonVariants> {
  /** Replaces the label by three dots, keeping the width; presses are ignored. */
  loading?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

type ButtonProps = ButtonStyleProps & Omit<ComponentProps<'button'>, 'children'>;

/** When `disabled`, the label says why. For links: `ButtonLink`. */
export function Button({
  variant,
  size,
  fullWidth,
  loading,
  icon,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const { t } = useTranslation();
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={handleClick}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      className={cn(buttonVariants({ variant, size, fullWidth }), className)}
    >
      <span className={cn('inline-flex items-center gap-2', loading && 'invisible')}>
        {icon}
        {children}
      </span>
      {loading ? (
        <span role="status" className="absolute inset-0 grid place-items-center">
          <span className="sr-only">{t('loading')}</span>
          <LoadingDots />
        </span>
      ) : null}
    </button>
  );
}

type LinkProps = Omit<ButtonStyleProps, 'loading'> & Omit<ComponentProps<typeof Link>, 'children'>;

export function ButtonLink({ variant, size, fullWidth, icon, children, className, ...rest }: LinkProps) {
  return (
    <Link {...rest} className={cn(buttonVariants({ variant, size, fullWidth }), className)}>
      {icon}
      {children}
    </Link>
  );
}

/** Looks like a link in a text, with the height of a touch target. */
export const TextButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={cn('link min-h-11', className)} />
);

/** Likewise for links of their own. */
export const TextLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link {...rest} className={cn('link inline-flex min-h-11 items-center', className)} />
);

function LoadingDots() {
  return (
    <span aria-hidden="true" className="flex gap-1.5">
      {['0ms', '150ms', '300ms'].map((animationDelay) => (
        <span
          key={animationDelay}
          className="size-2 animate-[dot_900ms_infinite] rounded-full bg-current"
          style={{ animationDelay }}
        />
      ))}
    </span>
  );
}

/** Also for links. */
export const iconButtonVariants = cva(
  'grid size-11 shrink-0 place-items-center rounded-full transition-transform active:scale-[.94] [&_svg]:size-[22px]',
  {
    variants: {
      variant: {
        /** Above other content. */
        raised: 'bg-raised text-text shadow-resting',
        flat: 'bg-quiet text-text',
        /** White on photos in both themes. */
        photo: 'bg-paper text-on-paper shadow-resting',
        plain: 'text-muted hover:text-text hover:bg-quiet',
      },
    },
    defaultVariants: { variant: 'raised' },
  },
);

interface Props extends Omit<ComponentProps<'button'>, 'children'>, VariantProps<typeof iconButtonVariants> {
  /** Accessible name and tooltip. */
  label: string;
  children: ReactNode;
}

/** A round button of 44 px. */
export function IconButton({ label, variant, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cn(iconButtonVariants({ variant }), className)}
    >
      {children}
    </button>
  );
}
