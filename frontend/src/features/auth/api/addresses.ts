import { done, server } from "@/api/client";

export function confirmAddress(token: string): Promise<void> {
  return done(server.POST("/api/v1/addresses/confirm", { body: { token } }));
}
