/** A member that is there only where it says something. */
export const definedOnly = <K extends string>(name: K, value: string | null | undefined): { [N in K]?: string } =>
  (value == null || value === '' ? {} : { [name]: value }) as { [N in K]?: string }
