/** One after the other; one that is refused for good keeps none behind it waiting. Throws when all had their turn. */
export async function inTurn(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} failed, the first by ${errors[0]}`);
}
