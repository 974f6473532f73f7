import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'

/** What a passkey returns at sign-in: the shard of its member, and the member's id. So nobody types a name, and no directory is needed. */
export interface UserHandle {
  readonly shard: string
  readonly member: string
}

const pattern = /^([0-9a-z]{2})([0-9a-f-]{36})$/

/** In base64url, 38 bytes: at most 64 are allowed. */
export const toUserHandle = ({ shard, member }: UserHandle): string => toBase64url(utf8(shard + member))

/** Null for text that `toUserHandle` cannot have made. */
export const readUserHandle = (text: string): UserHandle | null => {
  const bytes = fromBase64url(text)
  const [, shard, member] = (bytes && pattern.exec(new TextDecoder().decode(bytes))) ?? []
  return shard === undefined || member === undefined ? null : { shard, member }
}
