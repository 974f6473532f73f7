// Lists the events of the embedded checkout, and links to the order once it is paid. The shop's server confirms the payment
// with the gateway.
const checkout = document.querySelector('sluice-checkout')
const list = document.querySelector('.heard')

const sentences = {
  ready: () => `Checkout loaded, status ${checkout.status}`,
  decline: () => 'Attempt declined. The shopper can try again.',
  complete: ({ transactionId }) => `Paid with transaction ${transactionId}`,
  close: ({ reason }) => `Checkout closed: ${reason}`,
  error: ({ message }) => `Checkout could not load: ${message}`,
}

for (const [type, sentence] of Object.entries(sentences))
  checkout.addEventListener(type, (event) => {
    const [item, name] = [document.createElement('li'), document.createElement('code')]
    name.textContent = type
    item.append(name, sentence(event))
    list.append(item)
    if (type === 'complete') document.querySelector('.go-on').hidden = false
  })
