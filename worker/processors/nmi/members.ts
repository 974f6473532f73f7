/** Members of a request. Those without a value are left out. */
export type Members = Readonly<Record<string, string | undefined>>

/** The longest value that NMI takes in most of its members. */
const maxLength = 255

export const toForm = (members: Members): URLSearchParams =>
  new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value.slice(0, maxLength)]],
    ),
  )
