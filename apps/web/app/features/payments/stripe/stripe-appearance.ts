import type { Appearance } from '@stripe/stripe-js';

/** Our colours for the fields in Stripe's frame, which no style sheet of ours reaches. */
export function buildAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const getColour = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: style.colorScheme.includes('dark') ? 'night' : 'stripe',
    variables: {
      colorPrimary: getColour('--primary'),
      colorBackground: getColour('--surface'),
      colorText: getColour('--text'),
      colorTextSecondary: getColour('--text-2'),
      colorTextPlaceholder: getColour('--text-3'),
      colorDanger: getColour('--danger'),
      fontFamily: 'Onest, system-ui, "Segoe UI", Roboto, sans-serif',
      borderRadius: '14px',
      spacingUnit: '4px',
    },
    rules: { '.Input': { border: `1.5px solid ${getColour('--line-strong')}`, boxShadow: 'none' } },
  };
}
