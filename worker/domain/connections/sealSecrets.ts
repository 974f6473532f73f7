import type { Secret } from '#contract/schema/secret'
import type { SealedSecrets } from '../../store/connections/connections.ts'
import type { ConnectionSecrets, ConnectionVault } from '../../vault/connectionVault.ts'

export interface SealSecretsNeeds {
  readonly connectionVault: Pick<ConnectionVault, 'sealSecrets'>
}

/** Seals the secrets of a connection together. @param secrets by name, null for one that is not set */
export const sealConnectionSecrets = async (
  id: string,
  secrets: Readonly<Record<string, Secret | null>>,
  { connectionVault }: SealSecretsNeeds,
): Promise<SealedSecrets> => {
  const set: ConnectionSecrets = Object.fromEntries(
    Object.entries(secrets).flatMap(([name, secret]) => (secret === null ? [] : [[name, secret.reveal()]])),
  )
  const names = Object.keys(set)
  return { names, sealed: names.length === 0 ? null : await connectionVault.sealSecrets(id, set) }
}
