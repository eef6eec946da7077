import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { renderWithProviders } from "@/testing/render";
import { QueryView } from "./query-view";

let broken = false;

function Host() {
  const query = useQuery({
    queryKey: ["figures"],
    queryFn: () =>
      broken
        ? Promise.reject(new ApiError(500, { code: "server_error", message: "Down." }))
        : Promise.resolve("Figures"),
  });
  return (
    <>
      <button onClick={() => void query.refetch()}>Refresh</button>
      <QueryView query={query}>{(data) => <input aria-label={data} />}</QueryView>
    </>
  );
}

test("a failed refresh says so and keeps what was typed below", async () => {
  renderWithProviders(<Host />);
  const input = await screen.findByLabelText("Figures");
  await userEvent.type(input, "typed");
  broken = true;
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText("Down.")).toBeInTheDocument();
  expect(screen.getByLabelText("Figures")).toBe(input);
  expect(input).toHaveValue("typed");
});
