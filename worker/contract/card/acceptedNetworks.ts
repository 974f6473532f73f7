import { cobadgedNetworks } from './cobadges.ts'
import { canChargeOver, type KnownNetwork, networkOf, possibleNetworks } from './networks.ts'

/** From this length on it is known with which networks a card is co-badged. */
const COBADGE_LENGTH = 8

/**
 * The network over which a card is charged if only some networks are accepted; null if it is not accepted. A co-badged card is accepted by
 * either of its networks.
 *
 * @param digits of the card number
 * @param chosen the shopper's choice for a co-badged card, or null
 */
export const acceptedNetwork = (
  accepted: readonly KnownNetwork[],
  digits: string,
  chosen: KnownNetwork | null,
): KnownNetwork | null => {
  const own = networkOf(digits)
  const networks = chosen ? [chosen] : [own, ...cobadgedNetworks(digits)]
  return (
    accepted.find((network) => network === own && networks.includes(own)) ??
    accepted.find((network) => networks.includes(network)) ??
    null
  )
}

/** Whether a card whose number begins with these digits can belong to an accepted network. */
export const canBeAccepted = (
  accepted: readonly KnownNetwork[],
  digits: string,
  chosen: KnownNetwork | null,
): boolean =>
  digits.length < COBADGE_LENGTH
    ? possibleNetworks(digits).some((own) => accepted.some((network) => canChargeOver(own, network)))
    : acceptedNetwork(accepted, digits, chosen) !== null
