/** An object with this member, or without it if its value is missing or empty. */
export const definedOnly = <K extends string>(name: K, value: string | null | undefined): { [N in K]?: string } =>
  (value == null || value === '' ? {} : { [name]: value }) as { [N in K]?: string }
