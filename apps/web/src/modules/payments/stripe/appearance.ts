import type { Appearance } from '@stripe/stripe-js';

/** Our colours for the fields in Stripe's frame, which no style sheet of ours reaches. */
export function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: style.colorScheme.includes('dark') ? 'night' : 'stripe',
    variables: {
      colorPrimary: colour('--primary'),
      colorBackground: colour('--surface'),
      colorText: colour('--text'),
      colorTextSecondary: colour('--text-2'),
      colorTextPlaceholder: colour('--text-3'),
      colorDanger: colour('--danger'),
      fontFamily: 'Onest, system-ui, "Segoe UI", Roboto, sans-serif',
      borderRadius: '14px',
      spacingUnit: '4px',
    },
    rules: { '.Input': { border: `1.5px solid ${colour('--line-strong')}`, boxShadow: 'none' } },
  };
}
