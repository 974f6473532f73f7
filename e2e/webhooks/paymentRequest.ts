const card = { accountNumber: '4242424242424242', expires: '1230' }

export const paymentRequest = { payment: { creditCard: card }, amount: { value: 10.05 } }
