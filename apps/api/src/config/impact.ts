import Type, { type Static } from 'typebox';

/** By which method grams of CO2 are counted. Shown with method and source, or not at all. */
export const ImpactEnvironment = Type.Object({
  IMPACT_CO2_GRAMS_PER_KG: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 100_000,
    description:
      'grams of CO2 equivalent for a kilogram of declared weight; with both of the following, else no figure is shown. 0: none',
  }),
  IMPACT_CO2_METHOD: Type.String({
    maxLength: 500,
    default: '',
    description: 'how the factor was worked out, in a sentence that is shown beside the figure',
  }),
  IMPACT_CO2_SOURCE: Type.String({
    format: 'http-url',
    maxLength: 300,
    default: '',
    description: 'address of the publication that the factor is from, shown beside the figure',
  }),
});

export interface Co2Factor {
  gramsPerKg: number;
  method: string;
  source: string;
}

/** All three or none: a figure without its method and source is a claim that nobody can check (Directive 2024/825). */
export function parseCo2Factor({
  IMPACT_CO2_GRAMS_PER_KG: gramsPerKg,
  IMPACT_CO2_METHOD,
  IMPACT_CO2_SOURCE: source,
}: Static<typeof ImpactEnvironment>): Co2Factor | null {
  const method = IMPACT_CO2_METHOD.trim();
  const missing = [
    ...(gramsPerKg ? [] : ['IMPACT_CO2_GRAMS_PER_KG']),
    ...(method ? [] : ['IMPACT_CO2_METHOD']),
    ...(source ? [] : ['IMPACT_CO2_SOURCE']),
  ];
  if (missing.length === 3) return null;
  if (missing.length > 0)
    throw new Error(
      `A figure of CO2 needs factor, method and source: set ${missing.join(' and ')} too, or none.`,
    );
  return { gramsPerKg, method, source };
}
