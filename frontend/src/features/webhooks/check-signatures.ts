/** How a receiver checks one request, in Python. A test of the server runs these lines. */
export const CHECK = `import base64, hashlib, hmac, time

def is_ours(headers, body, secret):
    at = headers["webhook-timestamp"]
    signed = f"{headers['webhook-id']}.{at}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    made = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    sent = [each.removeprefix("v1,") for each in headers["webhook-signature"].split(" ")]
    is_fresh = abs(time.time() - int(at)) < 300
    return is_fresh and any(hmac.compare_digest(made.decode(), each) for each in sent)`;
