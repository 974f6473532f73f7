/**
 * Ciphertexts of examples. Each encryption has another result, so these are stored. They were made at 2026-11-20T11:00:00Z, the time when the
 * story of the payments begins, by the functions of `widget/encrypt` for the key of `worker/proof/examples/encryptionKey.fixture.ts`.
 */

/** The card 4242 4242 4242 4242 by `encryptCard`. */
export const encryptedCard =
  'eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoicUZJcmM3NURfdkEzNnhJMjNZcWI1aEdyR214cldONlgwRnRXNkRjczVVRSIsImlhdCI6MTc5NTE3MjQwMH0.UQn740Km548KDydfymcY8AMv5xkMaQBFQTYG6vcD1bZiDU6JFNnbR70TtHnxWMxGYG72WufbY5lwvXvwkWoopMrQt4oCeJ1z4qgYj78Hr50eSR8_5Nil64fZMkwcrhZAZYrJbzx3mZOzOgximGZokxUEstYRoT6ZTW1dueU8N0K_QO0oEv2mTIx26QUJ4REOBxzICoEIQGxaqc77ixJt2se_dMWgGbX-aHx9CeMduxwK6NCHO8XCvo-pgBvNuHzjPcxvOcLJW6qPNiZb5d8k6wpgYUpbHp1q1RqyjRrZQfSesS_URWk0Ptq572LhdO9kR1aRvwyeRpbwHolgUElh7A.t6GuXIdtVKt7aEGP.51iA4A95_JWuu4uE2JlFA3BPaXg_ztVDAvQHqWJOd1EjmI6JNWkKgy7Vmpi8sm3d_oFF3mc_BtxcsRLAJC_0X6rGSs3eB09kShlSMOH76fDzK7VQ0ZFQoytbkyCocV7i5jk14197OWcFv8E.EUGqPI-w-8kUXj18fHLpqQ'

/** A Google Pay payment with the same card by `makeTestWalletPayload`. */
export const googlePayPayment = {
  protocolVersion: 'ECv2',
  signature: 'MEQCIEQUwpXv0jML0iIOmkzacLFgSRrrt9vJqjTJtj7L7KgQAiBPD28qF6HMbii72MagAdUfdto37Ie5dWJdNlA9PrhLAA==',
  signedMessage:
    '{"encryptedMessage":"l2R6DKXS5eCtu+KU5jZok9iPoxHiNA4K0Tr6HgJlzYdcaYgvNpO8AheLKVdAQcx3NpYZUvnUK6WXTnHpd3YGg2gXrc36mI6bWRUZ030tqaUr7ImKyoHbqmvsxykrbRumfIZBxL0KTW645QcUIoRHeQLrkcbjtwKx/IAluhMMvGnHRw6ytFNw470ROZHbwpcqptOstr1rU9t3kyZJRRG734C2bdxk/GMkD0wAzUCSvN12lg6V/IaojriIsS5w9ngCacrJq4YHniA+vYMsXBCuzX5gPmiNJjbU+u7E6yJc2HjxWsJt+B0I5XBnW8PCZQAEqR1shrNx94Mcq8dVpTQyEeWe+/JM0kmo7JZv+VbY3KyHw1QbG4kj4t2gm7LdKbHpy8BeDMxkP2objg==","ephemeralPublicKey":"BCtngtpS7fLjtbide0zz+n++uIjl9D5Zkf6uZ1vp4b6AJEuu9+1RLrAkdmn8PvsqdfLt4nZFO5A7CSEONk1Z+dU=","tag":"mWlNQzvJwbNVhu2RcPbmTeghETUFu2TDQ1+P8amM3k0="}',
  intermediateSigningKey: {
    signedKey:
      '{"keyValue":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeZGSidwgk6TWgrrIp23giOL4I6Be057a/AxokbM7ZF7rY1dLc6vVPk3MYt9nUizwtw6Iy55HPFkx09540V1TmA==","keyExpiration":"1796382000000"}',
    signatures: ['MEQCIGkbug9hWpqEDnTwVwoXJNutT77vdHtmZTVDQ4dGxTbAAiARRLtiCU1afz55TSoG/v1WTeNoVf4i2AvRNe+abrSJ2A=='],
  },
  nameOnCard: 'Ada Lovelace',
  postalCode: '46202',
}
