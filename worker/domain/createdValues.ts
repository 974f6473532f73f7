/** The changes of a new row: its members that are not null, without an old value. */
export const createdValues = (members: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value == null ? [] : [[name, { old: null, new: value }]])),
  )
